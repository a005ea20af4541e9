/** The IAM actions that a customer's role has to allow: the catalogue's, and what telling a disabled region takes. */
import { regionStatusActions } from '../cloud/region-status.ts'
import { catalogueActions } from './catalogue.ts'

export const roleActions: readonly string[] = [...new Set([...catalogueActions, ...regionStatusActions])].toSorted()
