/** The options of a view, with their defaults. */
import type { ViewOptions } from '../diagram.ts'

/** First pages have few enough boxes to take in, and to read when they are fitted into a screen. */
export const mostOfFirstPage = 75
export const mostOfDetailPage = 150

export const defaultViewOptions: ViewOptions = {
  elementLimit: mostOfFirstPage,
  collapse: null,
  groupBy: null,
  direction: null,
  page: '',
  pageTitle: '',
  focused: null,
  expanded: false,
  scanned: null,
  permitted: null,
}
