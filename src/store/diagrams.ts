/** Diagrams of a scan: the drawn value of each view, rendered to a format when it is read. */
import { createHash, randomUUID } from 'node:crypto'
import type { DatabaseTransaction } from './database.ts'
import type { Page, PageRequest } from './page.ts'
import { isAfter, pageOf } from './page.ts'
import { storableText } from '../graph/storable.ts'
import { isUuid } from './uuid.ts'

export type DiagramRecord = {
  readonly id: string
  readonly scanId: string
  readonly connectionId: string
  /** The view, e.g. `architecture`. */
  readonly type: string
  readonly title: string
  /** The diagram that this one is a detail page of. */
  readonly parentId: string | null
  readonly createdAt: Date
}

export type NewDiagram = {
  readonly type: string
  readonly title: string
  /** The diagram before layout, as JSON. */
  readonly content: unknown
}

export type DiagramFilter = {
  readonly scanId?: string
  readonly connectionId?: string
  readonly type?: string
}

export type Diagrams = {
  insert(scanId: string, diagrams: readonly NewDiagram[]): Promise<void>
  find(id: string): Promise<DiagramRecord | null>
  /** The JSON that was stored, with the end of the scan that it was drawn from. */
  content(id: string): Promise<{ readonly content: unknown; readonly scanUpdatedAt: Date } | null>
  list(filter: DiagramFilter, page: PageRequest): Promise<Page<DiagramRecord>>
}

const columns = [
  'id',
  'scan_id as scanId',
  'connection_id as connectionId',
  'type',
  'title',
  'parent_id as parentId',
  'created_at as createdAt',
] as const

export function diagramQueries(transaction: DatabaseTransaction, organizationId: string): Diagrams {
  return {
    async insert(scanId, diagrams) {
      const { connectionId } = await transaction
        .selectFrom('scans')
        .select('connection_id as connectionId')
        .where('organization_id', '=', organizationId)
        .where('id', '=', scanId)
        .executeTakeFirstOrThrow()
      for (const { type, title, content } of diagrams) {
        // JSON text escapes what PostgreSQL cannot keep, and text is never unescaped there.
        const text = JSON.stringify(content)
        const key = createHash('sha256').update(text).digest()
        await transaction
          .insertInto('diagram_contents')
          .values({ organization_id: organizationId, content_key: key, content: text })
          .onConflict((conflict) =>
            conflict
              .columns(['organization_id', 'content_key'])
              .doUpdateSet({ unused_since: null })
              .where('diagram_contents.unused_since', 'is not', null),
          )
          .execute()
        await transaction
          .insertInto('diagrams')
          .values({
            organization_id: organizationId,
            id: randomUUID(),
            scan_id: scanId,
            connection_id: connectionId,
            type,
            title: storableText(title),
            content_key: key,
          })
          .execute()
      }
    },

    async find(id) {
      if (!isUuid(id)) return null
      const row = await transaction
        .selectFrom('diagrams')
        .select(columns)
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },

    async content(id) {
      if (!isUuid(id)) return null
      const row = await transaction
        .selectFrom('diagrams')
        .innerJoin('scans', (join) =>
          join
            .onRef('scans.organization_id', '=', 'diagrams.organization_id')
            .onRef('scans.id', '=', 'diagrams.scan_id'),
        )
        .innerJoin('diagram_contents', (join) =>
          join
            .onRef('diagram_contents.organization_id', '=', 'diagrams.organization_id')
            .onRef('diagram_contents.content_key', '=', 'diagrams.content_key'),
        )
        .select(['diagram_contents.content', 'scans.updated_at as scanUpdatedAt'])
        .where('diagrams.organization_id', '=', organizationId)
        .where('diagrams.id', '=', id)
        .executeTakeFirst()
      if (row === undefined) return null
      const content: unknown = JSON.parse(row.content)
      return { content, scanUpdatedAt: row.scanUpdatedAt }
    },

    async list({ scanId, connectionId, type }, { limit, after }) {
      if ([scanId, connectionId].some((id) => id !== undefined && !isUuid(id))) return pageOf([], limit)
      let query = transaction.selectFrom('diagrams').select(columns).where('organization_id', '=', organizationId)
      if (scanId !== undefined) query = query.where('scan_id', '=', scanId)
      if (connectionId !== undefined) query = query.where('connection_id', '=', connectionId)
      if (type !== undefined) query = query.where('type', '=', type)
      if (after !== null) query = query.where(isAfter(after))
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageOf(rows, limit)
    },
  }
}
