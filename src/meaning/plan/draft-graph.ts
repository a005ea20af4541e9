/** A graph that is being changed: resources are copied when they are touched, and the rest is shared with the scan. */
import { compareReferences, compareText, type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import type { Json, Relation, Resource, ResourceGraph, ResourceReference, Verb } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import { typeExposedBy } from './exposed-types.ts'
import type { Item } from './mapping.ts'
import type { NotKnown } from './plan.ts'

/** A resource that is being changed. Lists may still have items with unknown fields. */
export type Draft = ResourceReference & {
  arn: string | null
  name: string | null
  presence: Resource['presence']
  readonly live: Resource | null
  readonly tags: Resource['tags']
  readonly properties: Record<string, Json | NotKnown>
  readonly items: Record<string, readonly Item[]>
  relations: readonly Relation[]
}

export type DraftGraph = {
  readonly index: GraphIndex
  /** The resource with what was changed so far. `null`: it isn't in the graph. */
  find(reference: ResourceReference): Draft | null
  /** Adds it if it isn't there. */
  touch(reference: ResourceReference): Draft
  /** Starts again without anything that the scan read. */
  renew(reference: ResourceReference): Draft
  remove(reference: ResourceReference): void
  relate(source: ResourceReference, verb: Verb, target: ResourceReference, evidence: string): void
  unrelate(source: ResourceReference, verb: Verb, target: ResourceReference): void
  /** Sources of relations to a target, as changed so far. */
  sources(target: ResourceReference, verb: Verb, type: string): readonly ResourceReference[]
  targets(source: ResourceReference, verb: Verb, type: string): readonly ResourceReference[]
  drafts(): readonly Draft[]
  removed(): readonly ResourceReference[]
  /** `finished`: the resource of a draft. */
  finish(finished: (draft: Draft) => Resource): ResourceGraph
}

/** Lists whose items other resources of a plan can add to, by type. */
const lists: ReadonlyMap<string, readonly string[]> = new Map([
  [typePlaying('security group'), ['ingress', 'egress']],
  [typePlaying('network ACL'), ['ingress', 'egress']],
  [typePlaying('route table'), ['routes']],
  [typePlaying('target group'), ['targets']],
  [typePlaying('prefix list'), ['entries']],
  [typeExposedBy('function access'), ['urls', 'policyGrants']],
])

export function draftOf(index: GraphIndex): DraftGraph {
  const drafts = new Map<string, Draft>()
  const removed = new Map<string, ResourceReference>()
  const ownRelations = relationsBySource(index.graph)

  function copied(live: Resource): Draft {
    const properties: Draft['properties'] = { ...live.properties }
    const items: Draft['items'] = {}
    for (const name of lists.get(live.type) ?? []) {
      const value = properties[name]
      if (!Array.isArray(value)) continue
      // The entries of a prefix list are texts.
      items[name] = value.map((item: Json) => (typeof item === 'string' ? { cidr: item } : item) as Item)
      delete properties[name]
    }
    const { type, id, arn, name, presence, tags } = live
    return { type, id, arn, name, presence, tags, live, properties, items, relations: ownRelations(live) }
  }

  const graph: DraftGraph = {
    index,
    find(reference) {
      const key = resourceKey(reference)
      const live = index.find(reference)
      return drafts.get(key) ?? (live === null || removed.has(key) ? null : graph.touch(reference))
    },
    touch(reference) {
      const key = resourceKey(reference)
      const known = drafts.get(key)
      if (known !== undefined) return known
      const live = index.find(reference)
      const draft = live === null ? newDraft(reference, null) : copied(live)
      drafts.set(key, draft)
      return draft
    },
    renew(reference) {
      const draft = newDraft(reference, index.find(reference))
      drafts.set(resourceKey(reference), draft)
      return draft
    },
    remove(reference) {
      drafts.delete(resourceKey(reference))
      removed.set(resourceKey(reference), reference)
    },
    relate(source, verb, target, evidence) {
      const draft = graph.touch(source)
      if (draft.relations.some((relation) => isRelation(relation, verb, target))) return
      const relation = {
        source: { type: source.type, id: source.id },
        verb,
        target: { type: target.type, id: target.id },
        evidence,
      }
      draft.relations = [...draft.relations, relation]
    },
    unrelate(source, verb, target) {
      const draft = graph.touch(source)
      draft.relations = draft.relations.filter((relation) => !isRelation(relation, verb, target))
    },
    sources(target, verb, type) {
      const unchanged = index
        .sources(target, verb, type)
        .filter((source) => !drafts.has(resourceKey(source)) && !removed.has(resourceKey(source)))
      const changed = [...drafts.values()].filter(
        (draft) => draft.type === type && draft.relations.some((relation) => isRelation(relation, verb, target)),
      )
      return [...unchanged, ...changed]
    },
    targets(source, verb, type) {
      const draft = drafts.get(resourceKey(source))
      if (draft === undefined) return index.targets(source, verb, type)
      return draft.relations
        .filter((relation) => relation.verb === verb && relation.target.type === type)
        .map(({ target }) => target)
    },
    drafts: () => [...drafts.values()],
    removed: () => [...removed.values()],
    finish(finished) {
      if (drafts.size === 0 && removed.size === 0) return index.graph
      const isKept = (reference: ResourceReference) =>
        !drafts.has(resourceKey(reference)) && !removed.has(resourceKey(reference))
      const resources = [...index.graph.resources.filter(isKept), ...[...drafts.values()].map(finished)]
      const relations = [
        ...index.graph.relations.filter(({ source }) => isKept(source)),
        ...[...drafts.values()].flatMap((draft) => draft.relations),
      ]
      return {
        ...index.graph,
        resources: [...resources, ...stubs(resources, relations, removed)].sort(compareReferences),
        relations: relations.sort(compareRelations),
      }
    },
  }
  return graph
}

function isRelation({ verb, target }: Relation, wanted: Verb, to: ResourceReference): boolean {
  return verb === wanted && target.type === to.type && target.id === to.id
}

function compareRelations(left: Relation, right: Relation): number {
  return (
    compareReferences(left.source, right.source) ||
    compareText(left.verb, right.verb) ||
    compareReferences(left.target, right.target)
  )
}

/** What relations still name after it was removed is outside the graph, as in a scan. */
function stubs(
  resources: readonly Resource[],
  relations: readonly Relation[],
  removed: ReadonlyMap<string, ResourceReference>,
): readonly Resource[] {
  const there = new Set(resources.map(resourceKey))
  const missing = new Map(
    relations.flatMap(({ target }) => (there.has(resourceKey(target)) ? [] : [[resourceKey(target), target] as const])),
  )
  return [...missing].map(([key, { type, id }]) => ({
    type,
    id,
    arn: null,
    name: null,
    presence: removed.has(key) ? ('external' as const) : ('unknown' as const),
    tags: {},
    properties: {},
  }))
}

function relationsBySource(graph: ResourceGraph): (source: ResourceReference) => readonly Relation[] {
  let bySource: ReadonlyMap<string, readonly Relation[]> | null = null
  return (source) => {
    bySource ??= Map.groupBy(graph.relations, (relation) => resourceKey(relation.source))
    return bySource.get(resourceKey(source)) ?? []
  }
}

function newDraft({ type, id }: ResourceReference, live: Resource | null): Draft {
  return {
    type,
    id,
    arn: null,
    name: null,
    presence: 'read',
    live,
    tags: {},
    properties: {},
    items: {},
    relations: [],
  }
}
