/**
 * Lists the IAM actions that the IAM role must allow: those of all collectors, and those that detect a disabled region.
 */
import { regionStatusActions } from '../cloud/region-status.ts'
import { catalogueActions } from './catalogue.ts'

export const roleActions: readonly string[] = [...new Set([...catalogueActions, ...regionStatusActions])].toSorted()
