/** The options of a view, with their defaults. */
import type { ViewOptions } from '../diagram.ts'

export const defaultViewOptions: ViewOptions = {
  elementLimit: 150,
  collapse: null,
  groupBy: null,
  direction: null,
  page: '',
  pageTitle: '',
  expanded: false,
  scanned: null,
  permitted: null,
}
