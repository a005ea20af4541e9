/** Resource graphs: the resources, relations and coverage of each scan. */
import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Relation, Resource, ResourceGraph, TypeCoverage, Verb } from '../graph/resource-graph.ts'
import type { DatabaseTransaction } from './database.ts'
import type { Page } from './page.ts'
import { pageOf } from './page.ts'
import { storableJson, storableText } from './storable.ts'

export type ResourceFilter = {
  readonly type?: string
  /** `key` or `key=value`. */
  readonly tag?: string
  /** Part of an id, ARN or name, without regard to case. */
  readonly q?: string
}

/** Resources are listed in the graph's own order: by type, then id. */
export type ResourcePageRequest = {
  readonly limit: number
  readonly after: { readonly type: string; readonly id: string } | null
}

export type StoredResource = Resource & {
  readonly relations: readonly Pick<Relation, 'verb' | 'target' | 'evidence'>[]
}

export type Graphs = {
  /** Replaces whatever an earlier attempt left. */
  save(scanId: string, graph: ResourceGraph): Promise<void>
  /** Upserts the coverage of types that have ended while the scan still runs. */
  saveCoverage(scanId: string, coverage: readonly TypeCoverage[]): Promise<void>
  /** Sorted by type; empty when nothing has ended yet. */
  coverage(scanId: string): Promise<readonly TypeCoverage[]>
  resources(scanId: string, filter: ResourceFilter, page: ResourcePageRequest): Promise<Page<StoredResource>>
  /** The whole graph of a finished scan; `null` when none is stored. */
  load(scanId: string): Promise<ResourceGraph | null>
}

/** Rows of one statement: large enough that round trips do not count, small enough for the statement time-out. */
const batchSize = 1_000

const resourceColumns = ['type', 'id', 'arn', 'name', 'presence', 'tags', 'properties'] as const

const relationColumns = [
  'source_type as sourceType',
  'source_id as sourceId',
  'verb',
  'target_type as targetType',
  'target_id as targetId',
  'evidence',
] as const

export function graphQueries(transaction: DatabaseTransaction, organizationId: string): Graphs {
  const ofScan = (scanId: string) => ({ organization_id: organizationId, scan_id: scanId })

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

  const selectRelations = (scanId: string) =>
    transaction
      .selectFrom('scan_relations')
      .select(relationColumns)
      .where('organization_id', '=', organizationId)
      .where('scan_id', '=', scanId)
      .orderBy('position')

  const selectResources = (scanId: string) =>
    transaction
      .selectFrom('scan_resources')
      .select(resourceColumns)
      .where('organization_id', '=', organizationId)
      .where('scan_id', '=', scanId)
      .orderBy('type')
      .orderBy('id')

  const insertResources = async (scanId: string, resources: readonly Resource[]) => {
    await sql`
      insert into scan_resources (organization_id, scan_id, type, id, arn, name, presence, tags, properties)
      select ${organizationId}, ${scanId}, type, id, arn, name, presence, tags::jsonb, properties::jsonb
      from unnest(
        ${resources.map(({ type }) => storableText(type))}::text[],
        ${resources.map(({ id }) => storableText(id))}::text[],
        ${resources.map(({ arn }) => (arn === null ? null : storableText(arn)))}::text[],
        ${resources.map(({ name }) => (name === null ? null : storableText(name)))}::text[],
        ${resources.map(({ presence }) => presence)}::text[],
        ${resources.map(({ tags }) => storableJson(tags))}::text[],
        ${resources.map(({ properties }) => storableJson(properties))}::text[]
      ) as resource (type, id, arn, name, presence, tags, properties)
    `.execute(transaction)
  }

  const insertRelations = async (scanId: string, relations: readonly Relation[], firstPosition: number) => {
    await sql`
      insert into scan_relations
        (organization_id, scan_id, position, source_type, source_id, verb, target_type, target_id, evidence)
      select ${organizationId}, ${scanId}, ${firstPosition}::integer + ordinality - 1,
        source_type, source_id, verb, target_type, target_id, evidence
      from unnest(
        ${relations.map(({ source }) => storableText(source.type))}::text[],
        ${relations.map(({ source }) => storableText(source.id))}::text[],
        ${relations.map(({ verb }) => verb)}::text[],
        ${relations.map(({ target }) => storableText(target.type))}::text[],
        ${relations.map(({ target }) => storableText(target.id))}::text[],
        ${relations.map(({ evidence }) => storableText(evidence))}::text[]
      ) with ordinality as relation (source_type, source_id, verb, target_type, target_id, evidence, ordinality)
    `.execute(transaction)
  }

  const upsertCoverage = async (scanId: string, coverage: readonly TypeCoverage[]) => {
    if (coverage.length === 0) return
    await transaction
      .insertInto('scan_coverage')
      .values(coverage.map((entry) => ({ ...ofScan(scanId), type: entry.type, entry: storableJson(entry) })))
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'scan_id', 'type'])
          .doUpdateSet((set) => ({ entry: set.ref('excluded.entry') })),
      )
      .execute()
  }

  return {
    async save(scanId, graph) {
      for (const table of ['scan_coverage', 'scan_graphs'] as const) {
        await transaction
          .deleteFrom(table)
          .where('organization_id', '=', organizationId)
          .where('scan_id', '=', scanId)
          .execute()
      }
      await transaction
        .insertInto('scan_graphs')
        .values({
          ...ofScan(scanId),
          account_id: graph.accountId,
          account_alias: storableText(graph.accountAlias),
          region: graph.region,
        })
        .execute()
      for (let start = 0; start < graph.resources.length; start += batchSize) {
        await insertResources(scanId, graph.resources.slice(start, start + batchSize))
      }
      for (let start = 0; start < graph.relations.length; start += batchSize) {
        await insertRelations(scanId, graph.relations.slice(start, start + batchSize), start)
      }
      await upsertCoverage(scanId, graph.coverage)
    },

    saveCoverage: upsertCoverage,

    coverage: selectCoverage,

    async resources(scanId, { type, tag, q }, { limit, after }) {
      let query = selectResources(scanId)
      if (type !== undefined) query = query.where('type', '=', storableText(type))
      if (tag !== undefined) query = query.where(hasTag(tag))
      if (q !== undefined) query = query.where(mentions(q))
      if (after !== null)
        query = query.where(sql<SqlBool>`(type, id) > (${storableText(after.type)}, ${storableText(after.id)})`)
      const { items, hasMore } = pageOf(await query.limit(limit + 1).execute(), limit)
      const relations =
        items.length === 0
          ? []
          : await selectRelations(scanId)
              .where((eb) =>
                eb(
                  eb.refTuple('source_type', 'source_id'),
                  'in',
                  items.map(({ type, id }) => eb.tuple(type, id)),
                ),
              )
              .execute()
      const bySource = Map.groupBy(relations, ({ sourceType, sourceId }) => `${sourceType} ${sourceId}`)
      return {
        hasMore,
        items: items.map((row) => ({
          ...row,
          relations: (bySource.get(`${row.type} ${row.id}`) ?? []).map(relationOf).map(withoutSource),
        })),
      }
    },

    async load(scanId) {
      const graph = await transaction
        .selectFrom('scan_graphs')
        .select(['account_id as accountId', 'account_alias as accountAlias', 'region'])
        .where('organization_id', '=', organizationId)
        .where('scan_id', '=', scanId)
        .executeTakeFirst()
      if (graph === undefined) return null
      const resources = await selectResources(scanId).execute()
      const relations = await selectRelations(scanId).execute()
      return {
        ...graph,
        resources,
        relations: relations.map(relationOf),
        coverage: await selectCoverage(scanId),
      }
    },
  }
}

type RelationRow = {
  readonly sourceType: string
  readonly sourceId: string
  readonly verb: Verb
  readonly targetType: string
  readonly targetId: string
  readonly evidence: string
}

function relationOf({ sourceType, sourceId, verb, targetType, targetId, evidence }: RelationRow): Relation {
  return {
    source: { type: sourceType, id: sourceId },
    verb,
    target: { type: targetType, id: targetId },
    evidence,
  }
}

function withoutSource({ verb, target, evidence }: Relation): StoredResource['relations'][number] {
  return { verb, target, evidence }
}

/** Keys may hold `=` too: then every way to read the filter counts. */
function hasTag(tag: string) {
  const wanted = storableText(tag)
  const readings = Array.from(wanted.matchAll(/=/g), ({ index }) =>
    JSON.stringify({ [wanted.slice(0, index)]: wanted.slice(index + 1) }),
  )
  return sql<SqlBool>`(tags ? ${wanted} or tags @> any (${readings}::jsonb[]))`
}

function mentions(text: string) {
  const pattern = `%${storableText(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<SqlBool>`(id ilike ${pattern} or arn ilike ${pattern} or name ilike ${pattern})`
}
