/**
 * Queries the diagrams of a scan. The content of each view is stored, and rendered to a format when it is requested.
 */
import type { DatabaseTransaction } from './database.ts'
import { keepContent } from './kept-content.ts'
import { newId } from './new-id.ts'
import type { Page, PageRequest } from './page.ts'
import { readPage } from './page.ts'
import { storableText } from '../graph/storable.ts'
import { isUuid } from './uuid.ts'

export type DiagramRecord = {
  readonly id: string
  readonly scanId: string
  readonly connectionId: string
  /** The view, for example `architecture`. */
  readonly type: string
  readonly title: string
  /** The parent of a detail page. */
  readonly parentId: string | null
  /** The part of the view that a detail page shows; `''` for first pages. */
  readonly focus: string
  readonly createdAt: Date
}

/** A page with the details of a part of its diagram, drawn when it is requested. */
export type DetailPage = { readonly title: string; readonly focus: string }

type Drawn = { readonly type: string; readonly title: string; readonly pages?: readonly DetailPage[] }

export type NewDiagram = Drawn & {
  /** The diagram before layout, as JSON. */
  readonly content: unknown
}

/** A diagram whose content is already stored. */
export type KeptDiagram = Drawn & { readonly contentKey: Uint8Array }

export type DiagramFilter = {
  readonly scanId?: string
  readonly connectionId?: string
  readonly type?: string
}

export type Diagrams = {
  /** Stores contents before their scan ends. Contents that no scan uses are removed after a day. */
  keep(diagrams: readonly NewDiagram[]): Promise<readonly KeptDiagram[]>
  insert(scanId: string, diagrams: readonly (NewDiagram | KeptDiagram)[]): Promise<void>
  find(id: string): Promise<DiagramRecord | null>
  /** The stored JSON, or `null` for a detail page, with the end time of its scan. */
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
  'focus',
  'created_at as createdAt',
] as const

export function diagramQueries(transaction: DatabaseTransaction, organizationId: string): Diagrams {
  const keep = async ({ content, ...drawn }: NewDiagram): Promise<KeptDiagram> => ({
    ...drawn,
    contentKey: await keepContent(transaction, organizationId, content),
  })

  const keepAll = async (diagrams: readonly (NewDiagram | KeptDiagram)[]): Promise<readonly KeptDiagram[]> => {
    const kept: KeptDiagram[] = []
    for (const diagram of diagrams) kept.push('contentKey' in diagram ? diagram : await keep(diagram))
    return kept
  }

  return {
    keep: keepAll,

    async insert(scanId, diagrams) {
      const { connectionId } = await transaction
        .selectFrom('scans')
        .select('connection_id as connectionId')
        .where('organization_id', '=', organizationId)
        .where('id', '=', scanId)
        .executeTakeFirstOrThrow()
      const common = { organization_id: organizationId, scan_id: scanId, connection_id: connectionId }
      const kept = await keepAll(diagrams)
      const pageCount = kept.reduce((sum, { pages = [] }) => sum + pages.length, 0)
      // Lists are sorted by the newest time, then the highest ID. Diagrams therefore precede detail pages, in their
      // order.
      const ids = Array.from({ length: kept.length + pageCount }, newId).toReversed()
      const numbered = kept.map((diagram) => ({ ...diagram, id: ids.shift() ?? newId() }))
      if (numbered.length === 0) return
      await transaction
        .insertInto('diagrams')
        .values(
          numbered.map(({ id, type, title, contentKey }) => ({
            ...common,
            id,
            type,
            title: storableText(title),
            content_key: Buffer.from(contentKey),
          })),
        )
        .execute()
      const pages = numbered.flatMap(({ id: parentId, type, pages: ofDiagram = [] }) =>
        ofDiagram.map(({ title, focus }) => ({
          ...common,
          id: ids.shift() ?? newId(),
          parent_id: parentId,
          type,
          title: storableText(title),
          focus: storableText(focus),
          content_key: null,
        })),
      )
      if (pages.length > 0) await transaction.insertInto('diagrams').values(pages).execute()
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
        .leftJoin('diagram_contents', (join) =>
          join
            .onRef('diagram_contents.organization_id', '=', 'diagrams.organization_id')
            .onRef('diagram_contents.content_key', '=', 'diagrams.content_key'),
        )
        .select(['diagram_contents.content', 'scans.updated_at as scanUpdatedAt'])
        .where('diagrams.organization_id', '=', organizationId)
        .where('diagrams.id', '=', id)
        .executeTakeFirst()
      if (row === undefined) return null
      const content: unknown = row.content === null ? null : JSON.parse(row.content)
      return { content, scanUpdatedAt: row.scanUpdatedAt }
    },

    async list({ scanId, connectionId, type }, page) {
      if ([scanId, connectionId].some((id) => id !== undefined && !isUuid(id))) return { items: [], hasMore: false }
      let query = transaction.selectFrom('diagrams').select(columns).where('organization_id', '=', organizationId)
      if (scanId !== undefined) query = query.where('scan_id', '=', scanId)
      if (connectionId !== undefined) query = query.where('connection_id', '=', connectionId)
      if (type !== undefined) query = query.where('type', '=', type)
      return readPage(query, page)
    },
  }
}
