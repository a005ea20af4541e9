/** Scans as the dashboard lists, starts and watches them. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { coverage } from '../coverage.ts'
import { idFilter, pageQuery } from '../list-query.ts'
import { regions } from '../regions.ts'
import { scan, scanStatus } from '../scan.ts'

/** Items of `GET /session/scans`: `data.scans`, `data.meta`. */
export const sessionScan = Type.Object(
  { ...scan.properties, accountAlias: Type.String({ description: 'The name of the account connection, as of now.' }) },
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
 * GET /session/scans/{id}/events, Server-Sent Events. Each event is named `progress`, except the last, `done`, after which the
 * server closes; its data is this. The first comes at once and holds all coverage so far; later ones only what is new or changed.
 */
export const scanEvent = Type.Object(
  { scan, coverage: Type.Array(coverage, { description: 'Types whose reading has ended.' }) },
  { title: 'ScanEvent', additionalProperties: false },
)
export type ScanEvent = Static<typeof scanEvent>
