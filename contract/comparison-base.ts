/** How callers name the scan to compare with. */
import { baselineNamePattern } from './baseline-name.ts'
import { uuidPattern } from './fields.ts'

/** A date or an age. */
export const baseTimePattern = '^\\d{4}-\\d{2}-\\d{2}$|^[1-9]\\d{0,3}[dh]$'

export const basePattern = `^previous$|${baseTimePattern}|${uuidPattern}|${baselineNamePattern}`

/** For descriptions of parameters. */
export const baseForms =
  'a scan ID, `previous` for the last completed scan of the same account and region before this one, a UTC date (`2026-11-15`) for the last one before that day, a number of days or hours (`7d`, `12h`) for the last one that is at least that much older than this scan, or the name of a baseline of the account and region.'
