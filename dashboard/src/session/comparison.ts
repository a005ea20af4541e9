/** What changed between two scans, as the service answers it. */
import type { Static } from 'typebox'
import type { comparison } from '../../../contract/comparison.ts'

export type Comparison = Static<typeof comparison>
