/** Queries resource graphs: the resources, relations, and coverage of each scan. */
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
import { type ChunkEntry, type GraphChunk, versionBytes } from './graph-chunks.ts'
import { keepContent } from './kept-content.ts'
import type { Page } from './page.ts'
import { pageOf } from './page.ts'
import { insertChunks, readChunks } from './resource-chunks.ts'
import { conditionsOf, isOneOf, pointsTo, type ResourceFilter } from './resource-filter.ts'
import { type KeptResource, keepVersions, readVersions } from './resource-versions.ts'
import { removeUnused, type UnusedRemoval } from './unused-content.ts'

/** Resources are listed in the graph's order: by type, then ID. */
export type ResourcePageRequest = {
  readonly limit: number
  readonly after: { readonly type: string; readonly id: string } | null
}

export type CoverageCount = { readonly scanId: string; readonly status: CoverageStatus; readonly types: number }

export type StoredResource = Resource & {
  readonly relations: readonly Omit<Relation, 'source'>[]
}

type GraphFacts = Omit<ResourceGraph, 'resources' | 'relations'>

/** A graph whose resources are already stored. */
export type GraphOfVersions = GraphFacts & {
  readonly chunks: readonly GraphChunk[]
}

/** The same graph without the names of its resources. Another thread assembles it. */
export type PackedGraph = GraphFacts & {
  /** The version keys of all chunks, concatenated. */
  readonly versions: Uint8Array
}

export function packGraph({ chunks, ...facts }: GraphOfVersions): PackedGraph {
  return { ...facts, versions: Buffer.concat(chunks.map(({ versions }) => versions)) }
}

export type Graphs = {
  /**
   * Stores resources as they are found, equal contents once. Versions that no graph uses are removed after a day. Must
   * be called at most once in a transaction.
   */
  keepVersions(contents: readonly ResourceContent[]): Promise<void>
  /** Returns the graph that `save` would store. Throws if any of its versions is missing. */
  assemble(graph: PackedGraph): Promise<ResourceGraph>
  /**
   * Replaces the graph of an earlier attempt. `assemble` has already verified that its versions are stored.
   * `exposuresKey`: that of `keepExposures`.
   */
  save(scanId: string, graph: GraphOfVersions, exposuresKey?: Uint8Array): Promise<void>
  /** Stores the exposures of a graph before its scan ends, and returns their key. Equal ones are stored once. */
  keepExposures(exposures: unknown): Promise<Uint8Array>
  /** Returns the stored exposures of a scan, or `null` if there are none. */
  exposures(scanId: string): Promise<unknown>
  /** Upserts the coverage of finished types while the scan is running. */
  saveCoverage(scanId: string, coverage: readonly TypeCoverage[]): Promise<void>
  /** For a scan that is taken up again or fails: replaces the coverage of an earlier attempt. */
  replaceCoverage(scanId: string, coverage: readonly TypeCoverage[]): Promise<void>
  /** Sorted by type. Empty until the first type has ended. */
  coverage(scanId: string): Promise<readonly TypeCoverage[]>
  /** The number of types by status, for each of these scans. */
  coverageCounts(scanIds: readonly string[]): Promise<readonly CoverageCount[]>
  resources(scanId: string, filter: ResourceFilter, page: ResourcePageRequest): Promise<Page<StoredResource>>
  /** Returns those of these resources that are in the scan's graph, in its order. */
  find(scanId: string, references: readonly ResourceReference[]): Promise<readonly StoredResource[]>
  /** Returns the sources of relations to this resource in the graph's order, up to the limit. */
  sources(scanId: string, target: ResourceReference, limit: number): Promise<readonly StoredResource[]>
  /** Returns the whole graph of a finished scan, or `null` if none is stored. */
  load(scanId: string): Promise<ResourceGraph | null>
  /**
   * Loads both graphs without most of their common resources. A comparison has the same result as with the whole
   * graphs.
   */
  loadDifference(
    baseId: string,
    scanId: string,
  ): Promise<{ readonly base: ResourceGraph | null; readonly scan: ResourceGraph | null }>
  /** Removes a limited number of rows that no graph of the organization has used for a day. */
  removeUnused(): Promise<UnusedRemoval>
}

/**
 * The bytes of version keys that one statement reads. Round trips are cheap, and the result stays far below the
 * statement timeout.
 */
const bytesAtOnce = 2_000 * versionBytes
/**
 * The number of chunks that a page reads first: about as many as fill it. It reads more if a filter leaves few
 * resources.
 */
const fewestChunksAtOnce = 3
const mostChunksAtOnce = 48

/** More than any page shows, to limit the response. */
const mostSelected = 10_000

type Selection = {
  readonly type?: string
  /** Used if no other IDs are given. */
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

    async save(scanId, { accountId, accountAlias, region, chunks, coverage }, exposuresKey) {
      await insertChunks(transaction, organizationId, chunks)
      const manifest = chunks.map(({ chunk, type, last }) => ({ chunk, type, last }))
      const content = {
        account_id: accountId,
        account_alias: storableText(accountAlias),
        region,
        exposures_key: exposuresKey === undefined ? null : Buffer.from(exposuresKey),
      }
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

    keepExposures: (exposures) => keepContent(transaction, organizationId, exposures),

    async exposures(scanId) {
      const row = await transaction
        .selectFrom('scan_graphs')
        .innerJoin('diagram_contents', (join) =>
          join
            .onRef('diagram_contents.organization_id', '=', 'scan_graphs.organization_id')
            .onRef('diagram_contents.content_key', '=', 'scan_graphs.exposures_key'),
        )
        .select('diagram_contents.content')
        .where('scan_graphs.organization_id', '=', organizationId)
        .where('scan_graphs.scan_id', '=', scanId)
        .executeTakeFirst()
      return row === undefined ? null : (JSON.parse(row.content) as unknown)
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

/** A chunk in both graphs has the same resources in both. They are in no other chunk of either graph. */
function without(chunks: readonly ChunkEntry[], others: readonly ChunkEntry[] = []): readonly ChunkEntry[] {
  const same = new Set(others.map(({ chunk }) => chunk))
  return chunks.filter(({ chunk }) => !same.has(chunk))
}

function endsAfter(chunk: ChunkEntry, { type, id }: { readonly type: string; readonly id: string }): boolean {
  return (compareText(chunk.type, type) || compareText(chunk.last, id)) > 0
}

/** The chunks of a type have their IDs in order: from above the last ID of the previous chunk to their own last ID. */
function mayHold(chunk: ChunkEntry, before: ChunkEntry | undefined, ids: readonly string[]): boolean {
  const above = before?.type === chunk.type ? before.last : null
  return ids.some((id) => compareText(id, chunk.last) <= 0 && (above === null || compareText(id, above) > 0))
}

function stored({ resource, relations }: KeptResource): StoredResource {
  return { ...resource, relations: relations.map(({ source: _source, ...relation }) => relation) }
}
