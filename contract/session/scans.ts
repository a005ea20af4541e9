/** Scans: list, start, and watch. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { coverage } from '../coverage.ts'
import { idFilter, pageQuery } from '../list-query.ts'
import { regions } from '../regions.ts'
import { scan, scanStatus } from '../scan.ts'

/** Items of `GET /session/scans`: `data.scans`, `data.meta`. */
export const sessionScan = Type.Object(
  { ...scan.properties, accountAlias: Type.String({ description: 'The current name of the account connection.' }) },
  { title: 'SessionScan', additionalProperties: false },
)
export type SessionScan = Static<typeof sessionScan>

export const scanListQuery = Type.Object(
  {
    accountId: idFilter('Only scans of this account connection.'),
    region: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: regions, title: 'Region' })),
    status: Type.Optional(scanStatus),
    before: idFilter('Only scans that were created before this one.'),
    ...pageQuery,
  },
  { additionalProperties: false },
)

/**
 * GET /session/scans/{id}/events: Server-Sent Events with this data. Events are named `progress`; the last one is `done`, and then
 * the server closes the stream. The first event has the full coverage so far, later ones only new and changed entries.
 */
export const scanEvent = Type.Object(
  { scan, coverage: Type.Array(coverage, { description: 'Finished resource types.' }) },
  { title: 'ScanEvent', additionalProperties: false },
)
export type ScanEvent = Static<typeof scanEvent>
