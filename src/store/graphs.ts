/** Resource graphs: the resources, relations and coverage of each scan. */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { compareText } from '../graph/compare-text.ts'
import type {
  CoverageStatus,
  Relation,
  Resource,
  ResourceGraph,
  ResourceReference,
  TypeCoverage,
} from '../graph/resource-graph.ts'
import type { ResourceContent } from '../graph/resource-version.ts'
import { createSharedValues } from '../graph/shared-values.ts'
import { storableJson, storableText } from '../graph/storable.ts'
import type { DatabaseTransaction } from './database.ts'
import { type ChunkEntry, chunksOf, type GraphMember, packVersions, versionBytes } from './graph-chunks.ts'
import type { Page } from './page.ts'
import { pageOf } from './page.ts'
import { insertChunks, readChunks } from './resource-chunks.ts'
import { conditionsOf, isOneOf, pointsTo, type ResourceFilter } from './resource-filter.ts'
import { type KeptResource, keepVersions, readVersions } from './resource-versions.ts'
import { removeUnused, type UnusedRemoval } from './unused-content.ts'

/** Resources are listed in the graph's own order: by type, then id. */
export type ResourcePageRequest = {
  readonly limit: number
  readonly after: { readonly type: string; readonly id: string } | null
}

export type CoverageCount = { readonly scanId: string; readonly status: CoverageStatus; readonly types: number }

export type StoredResource = Resource & {
  readonly relations: readonly Omit<Relation, 'source'>[]
}

type GraphFacts = Omit<ResourceGraph, 'resources' | 'relations'>

/** A graph whose resources are kept already. */
export type GraphOfVersions = GraphFacts & {
  /** Sorted by type, then id. */
  readonly members: readonly GraphMember[]
}

/** The same without the names of its resources, for another thread to assemble. */
export type PackedGraph = GraphFacts & {
  /** The keys of the versions in a row, in the order of `members`. */
  readonly versions: Uint8Array
}

export function packGraph({ members, ...facts }: GraphOfVersions): PackedGraph {
  return { ...facts, versions: packVersions(members) }
}

export type Graphs = {
  /**
   * Keeps resources while they are found, each content once. What no graph names in the end does no harm, and is removed
   * after a day. At most once in a transaction.
   */
  keepVersions(contents: readonly ResourceContent[]): Promise<void>
  /** The graph that `save` would store. Throws unless all its versions are kept. */
  assemble(graph: PackedGraph): Promise<ResourceGraph>
  /** Replaces whatever an earlier attempt left. Its versions are kept, as `assemble` has shown when it was drawn. */
  save(scanId: string, graph: GraphOfVersions): Promise<void>
  /** Upserts the coverage of types that have ended while the scan still runs. */
  saveCoverage(scanId: string, coverage: readonly TypeCoverage[]): Promise<void>
  /** Of a scan that is taken up again or fails: what an earlier attempt left no longer holds. */
  replaceCoverage(scanId: string, coverage: readonly TypeCoverage[]): Promise<void>
  /** Sorted by type; empty when nothing has ended yet. */
  coverage(scanId: string): Promise<readonly TypeCoverage[]>
  /** How many types of each of these scans have which status. */
  coverageCounts(scanIds: readonly string[]): Promise<readonly CoverageCount[]>
  resources(scanId: string, filter: ResourceFilter, page: ResourcePageRequest): Promise<Page<StoredResource>>
  /** Those of these that the scan's graph has, in its order. */
  find(scanId: string, references: readonly ResourceReference[]): Promise<readonly StoredResource[]>
  /** Resources with a relation to this one, in the graph's order, and at most so many. */
  sources(scanId: string, target: ResourceReference, limit: number): Promise<readonly StoredResource[]>
  /** The whole graph of a finished scan; `null` when none is stored. */
  load(scanId: string): Promise<ResourceGraph | null>
  /** Both graphs without most of what is the same in both: for a comparison, whose result is that of the whole graphs. */
  loadDifference(
    baseId: string,
    scanId: string,
  ): Promise<{ readonly base: ResourceGraph | null; readonly scan: ResourceGraph | null }>
  /** Removes a bounded amount of what no graph of the organization has named for a day. */
  removeUnused(): Promise<UnusedRemoval>
}

/** Of the keys of versions that one statement reads: round trips hardly count, and the answer stays far below the statement time-out. */
const bytesAtOnce = 2_000 * versionBytes
/** Chunks that a page looks into: first about as many as it fills, then more where a filter leaves little. */
const fewestChunksAtOnce = 3
const mostChunksAtOnce = 48

/** More than any one page shows: it keeps an answer bounded. */
const mostSelected = 10_000

type Selection = {
  readonly type?: string
  /** Where no others are asked for. */
  readonly ids?: readonly string[]
  readonly after?: { readonly type: string; readonly id: string }
  readonly where: RawBuilder<SqlBool>
  readonly limit?: number
}

export function graphQueries(transaction: DatabaseTransaction, organizationId: string): Graphs {
  const selectCoverage = async (scanId: string): Promise<readonly TypeCoverage[]> => {
    const rows = await transaction
      .selectFrom('scan_coverage')
      .select('entry')
      .where('organization_id', '=', organizationId)
      .where('scan_id', '=', scanId)
      .orderBy('type')
      .execute()
    return rows.map(({ entry }) => entry)
  }

  const selectGraph = (scanId: string) =>
    transaction
      .selectFrom('scan_graphs')
      .select(['account_id as accountId', 'account_alias as accountAlias', 'region', 'chunks'])
      .where('organization_id', '=', organizationId)
      .where('scan_id', '=', scanId)
      .executeTakeFirst()

  const readAll = async (packed: Buffer): Promise<Pick<ResourceGraph, 'resources' | 'relations'>> => {
    const resources: Resource[] = []
    const relations: Relation[] = []
    const shared = createSharedValues()
    for (let start = 0; start < packed.length; start += bytesAtOnce) {
      const kept = await readVersions(transaction, organizationId, packed.subarray(start, start + bytesAtOnce))
      for (const each of kept) {
        resources.push(shared.resource(each.resource))
        for (const relation of each.relations) relations.push(shared.relation(relation))
      }
    }
    return { resources, relations }
  }

  const loadChunks = async (
    scanId: string,
    graph: NonNullable<Awaited<ReturnType<typeof selectGraph>>>,
    chunks: readonly ChunkEntry[],
  ): Promise<ResourceGraph> => {
    const { accountId, accountAlias, region } = graph
    const keys = await readChunks(transaction, organizationId, chunks)
    return { accountId, accountAlias, region, ...(await readAll(keys)), coverage: await selectCoverage(scanId) }
  }

  const replaceCoverage = async (scanId: string, coverage: readonly TypeCoverage[]) => {
    await transaction
      .deleteFrom('scan_coverage')
      .where('organization_id', '=', organizationId)
      .where('scan_id', '=', scanId)
      .where(sql<SqlBool>`type <> all(${coverage.map(({ type }) => type)}::text[])`)
      .execute()
    await upsertCoverage(scanId, coverage)
  }

  const upsertCoverage = async (scanId: string, coverage: readonly TypeCoverage[]) => {
    if (coverage.length === 0) return
    await sql`
      insert into scan_coverage (organization_id, scan_id, type, entry)
      select ${organizationId}, ${scanId}, type, entry::json
      from unnest(
        ${coverage.map(({ type }) => type)}::text[],
        ${coverage.map((entry) => storableJson(entry))}::text[]
      ) as coverage (type, entry)
      on conflict (organization_id, scan_id, type) do update set entry = excluded.entry
        where scan_coverage.entry::text <> excluded.entry::text
    `.execute(transaction)
  }

  const select = async (scanId: string, { type, ids, after, where, limit = mostSelected }: Selection) => {
    const graph = await selectGraph(scanId)
    const chunks = (graph?.chunks ?? []).filter(
      (chunk, index, all) =>
        (type === undefined || chunk.type === type) &&
        (after === undefined || endsAfter(chunk, after)) &&
        (ids === undefined || mayHold(chunk, all[index - 1], ids)),
    )
    const position = after === undefined ? sql<SqlBool>`true` : sql<SqlBool>`(type, id) > (${after.type}, ${after.id})`
    const found: KeptResource[] = []
    for (let start = 0, count = fewestChunksAtOnce; start < chunks.length && found.length < limit;) {
      const keys = await readChunks(transaction, organizationId, chunks.slice(start, start + count))
      const filter = { where: sql<SqlBool>`${position} and ${where}`, limit: limit - found.length }
      found.push(...(await readVersions(transaction, organizationId, keys, filter)))
      start += count
      count = Math.min(count * 4, mostChunksAtOnce)
    }
    return found
  }

  return {
    keepVersions: (contents) => keepVersions(transaction, organizationId, contents),

    async assemble({ versions, ...facts }) {
      return { ...facts, ...(await readAll(Buffer.from(versions.buffer, versions.byteOffset, versions.byteLength))) }
    },

    async save(scanId, { accountId, accountAlias, region, members, coverage }) {
      const chunks = chunksOf(members)
      await insertChunks(transaction, organizationId, chunks)
      const manifest = chunks.map(({ chunk, type, last }) => ({ chunk, type, last }))
      const content = { account_id: accountId, account_alias: storableText(accountAlias), region }
      await transaction
        .deleteFrom('scan_graphs')
        .where('organization_id', '=', organizationId)
        .where('scan_id', '=', scanId)
        .execute()
      await transaction
        .insertInto('scan_graphs')
        .values({ organization_id: organizationId, scan_id: scanId, ...content, chunks: JSON.stringify(manifest) })
        .execute()
      await replaceCoverage(scanId, coverage)
    },

    saveCoverage: upsertCoverage,

    replaceCoverage,

    coverage: selectCoverage,

    async coverageCounts(scanIds) {
      const { rows } = await sql<CoverageCount>`
        select scan_id as "scanId", entry ->> 'status' as status, count(*)::integer as types from scan_coverage
        where organization_id = ${organizationId} and scan_id = any (${scanIds}::uuid[])
        group by 1, 2
      `.execute(transaction)
      return rows
    },

    async resources(scanId, filter, { limit, after }) {
      const { type } = filter
      const position = after === null ? null : { type: storableText(after.type), id: storableText(after.id) }
      const chosen = {
        where: conditionsOf(filter),
        limit: limit + 1,
        ...(type !== undefined && { type }),
        ...(position !== null && { after: position }),
      }
      const { items, hasMore } = pageOf(await select(scanId, chosen), limit)
      return { hasMore, items: items.map(stored) }
    },

    async find(scanId, references) {
      const types = [...new Set(references.map(({ type }) => type))].sort()
      const found: KeptResource[] = []
      for (const type of types) {
        const ofType = references.filter((reference) => reference.type === type)
        found.push(...(await select(scanId, { type, ids: ofType.map(({ id }) => id), where: isOneOf(ofType) })))
      }
      return found.map(stored)
    },

    async sources(scanId, target, limit) {
      return (await select(scanId, { where: pointsTo([target]), limit })).map(stored)
    },

    async load(scanId) {
      const graph = await selectGraph(scanId)
      return graph === undefined ? null : loadChunks(scanId, graph, graph.chunks)
    },

    async loadDifference(baseId, scanId) {
      const [base, scan] = [await selectGraph(baseId), await selectGraph(scanId)]
      return {
        base: base === undefined ? null : await loadChunks(baseId, base, without(base.chunks, scan?.chunks)),
        scan: scan === undefined ? null : await loadChunks(scanId, scan, without(scan.chunks, base?.chunks)),
      }
    },

    removeUnused: () => removeUnused(transaction, organizationId),
  }
}

/** A resource in a chunk of both graphs is the same in both, and lies in no other chunk of either. */
function without(chunks: readonly ChunkEntry[], others: readonly ChunkEntry[] = []): readonly ChunkEntry[] {
  const same = new Set(others.map(({ chunk }) => chunk))
  return chunks.filter(({ chunk }) => !same.has(chunk))
}

function endsAfter(chunk: ChunkEntry, { type, id }: { readonly type: string; readonly id: string }): boolean {
  return (compareText(chunk.type, type) || compareText(chunk.last, id)) > 0
}

/** Chunks of a type hold ids in order: from above the last of the one before to their own last. */
function mayHold(chunk: ChunkEntry, before: ChunkEntry | undefined, ids: readonly string[]): boolean {
  const above = before?.type === chunk.type ? before.last : null
  return ids.some((id) => compareText(id, chunk.last) <= 0 && (above === null || compareText(id, above) > 0))
}

function stored({ resource, relations }: KeptResource): StoredResource {
  return { ...resource, relations: relations.map(({ source: _source, ...relation }) => relation) }
}
