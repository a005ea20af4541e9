/**
 * Where several boxes lead to the same several others, the others are gathered under one heading and each source has one arrow
 * to it: three services that use the same twenty stores are three arrows in place of sixty. Of requests only: queues and topics
 * hand on what they are given, and are followed better one by one.
 */
import type { DiagramEdge, DiagramGroup, DiagramNode } from '../diagram.ts'
import { formatCount } from '../resource-kinds.ts'
import { compareText } from './graph-index.ts'
import { group } from './group.ts'
import { shortList } from './short-list.ts'

export type GatheredFlow = {
  /** In the order of their first members. */
  readonly groups: readonly DiagramGroup[]
  /** Sorted by id. */
  readonly edges: readonly DiagramEdge[]
}

/** Fewer arrows are followed one by one. */
const fewestEdges = 60
/** Arrows that a heading must save. */
const fewestSaved = 10
const fewestTargets = 4
/** Lines of a tooltip before the rest is only counted. */
const namedWays = 20

type Shared = {
  readonly sources: ReadonlySet<string>
  readonly targets: ReadonlySet<string>
  readonly saved: number
}

/** `nodes`: those that no group holds yet; only these are gathered. */
export function gatherShared(nodes: readonly DiagramNode[], edges: readonly DiagramEdge[]): GatheredFlow {
  if (edges.length < fewestEdges) return { groups: [], edges }
  const free = new Set(nodes.map(({ id }) => id))
  const gathered: Shared[] = []
  for (let found = mostSaving(edges, free); found !== null; found = mostSaving(edges, free)) {
    gathered.push(found)
    for (const id of [...found.targets, ...found.sources]) free.delete(id)
  }
  const inOrder = gathered
    .map((shared) => ({ shared, group: groupOf(shared, nodes) }))
    .toSorted((left, right) => compareText(left.group.id, right.group.id))
  const holderOf = (edge: DiagramEdge): string | null =>
    inOrder.find(
      ({ shared }) => isPlainRequest(edge) && shared.sources.has(edge.source) && shared.targets.has(edge.target),
    )?.group.id ?? null
  const byHolder = Map.groupBy(edges, holderOf)
  const joined = inOrder.flatMap(({ group: { id } }) =>
    [...Map.groupBy(byHolder.get(id) ?? [], ({ source }) => source)].map(([source, replaced]): DiagramEdge => ({
      id: `request ${source} ${id}`,
      form: 'request',
      source,
      target: id,
      label: '',
      description: shortList(
        replaced.map(({ description }) => description),
        namedWays,
      ),
    })),
  )
  return {
    groups: inOrder.map((each) => each.group),
    edges: [...(byHolder.get(null) ?? []), ...joined].toSorted((left, right) => compareText(left.id, right.id)),
  }
}

/** Of the sources that any two targets have in common, those whose heading saves most arrows. */
function mostSaving(edges: readonly DiagramEdge[], free: ReadonlySet<string>): Shared | null {
  const plain = edges.filter((edge) => isPlainRequest(edge) && free.has(edge.target))
  const sourcesOf = [...Map.groupBy(plain, ({ target }) => target)].map(
    ([target, into]) => [target, new Set(into.map(({ source }) => source))] as const,
  )
  const tried = new Set<string>()
  let best: Shared | null = null
  for (const [position, [, ofOne]] of sourcesOf.entries()) {
    for (const [, ofOther] of sourcesOf.slice(position + 1)) {
      const sources = ofOne.intersection(ofOther)
      if (sources.size < 2) continue
      const key = [...sources].sort(compareText).join('\n')
      if (tried.has(key)) continue
      tried.add(key)
      const targets = new Set(
        sourcesOf.flatMap(([target, from]) => (sources.isSubsetOf(from) && !sources.has(target) ? [target] : [])),
      )
      const saved = sources.size * (targets.size - 1)
      if (targets.size < fewestTargets || saved < fewestSaved) continue
      if (best === null || saved > best.saved) best = { sources, targets, saved }
    }
  }
  return best
}

function isPlainRequest({ form, label }: DiagramEdge): boolean {
  return form === 'request' && label === ''
}

function groupOf({ sources, targets }: Shared, nodes: readonly DiagramNode[]): DiagramGroup {
  const children = nodes.filter(({ id }) => targets.has(id))
  const labels = nodes.filter(({ id }) => sources.has(id)).map(({ label }) => label)
  const detail = `used by the same ${formatCount(sources.size)}`
  return group({
    id: `shared:${children[0]?.id ?? ''}`,
    form: 'category',
    arrangement: 'grid',
    label: `Shared (${formatCount(children.length)})`,
    detail,
    description: [`Shared: ${detail}`, ...labels].join('\n'),
    children,
  })
}
