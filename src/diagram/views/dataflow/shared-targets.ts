/**
 * Groups sources that share several targets, and groups these targets, with one arrow between the two groups. Three
 * services that use the same twenty stores have one arrow instead of sixty. Another target of all sources has one arrow
 * from their group. Only targets of requests are grouped, preferably at the end of flows, because the lines of boxes
 * with targets of their own are easier to follow one by one.
 */
import type { DiagramEdge, DiagramGroup, DiagramNode } from '../../diagram.ts'
import { formatCount } from '../../resource-kinds.ts'
import { compareText } from '../../../graph/graph-index.ts'
import { group } from '../boxes/group.ts'
import { shortList } from '../boxes/short-list.ts'

export type GroupedFlow = {
  /** In the order of their first members. */
  readonly groups: readonly DiagramGroup[]
  /** Sorted by ID. */
  readonly edges: readonly DiagramEdge[]
}

/** Fewer arrows are readable without groups. */
export const fewestEdges = 60
/** The minimum number of arrows that a group must save. */
const fewestSaved = 10
const fewestTargets = 4
/** The number of lines in a tooltip. The rest is only counted. */
const namedPaths = 20

type Shared = {
  readonly sources: ReadonlySet<string>
  readonly targets: ReadonlySet<string>
  readonly saved: number
}

/** `nodes`: those without a group. Only these are grouped. */
export function groupShared(nodes: readonly DiagramNode[], edges: readonly DiagramEdge[]): GroupedFlow {
  if (edges.length < fewestEdges) return { groups: [], edges }
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  const free = new Set(labels.keys())
  let gathered: GroupedFlow = { groups: [], edges }
  for (let found = nextShared(edges, free); found !== null; found = nextShared(gathered.edges, free)) {
    const { sources, targets } = found
    const users = [...sources].map((id) => labels.get(id) ?? id).toSorted(compareText)
    const shared = sharedGroup(found, users, nodes)
    const toShared = joined(gathered.edges, (edge) =>
      isPlainRequest(edge) && sources.has(edge.source) && targets.has(edge.target)
        ? { source: edge.source, target: shared.id }
        : null,
    )
    // A source that is outside, or in another group, can't be grouped again.
    const areFree = [...sources].every((id) => free.has(id))
    const together = areFree ? usersGroup(found, nodes) : null
    for (const id of [...targets, ...sources]) free.delete(id)
    for (const { id, label } of [shared, ...(together === null ? [] : [together])]) labels.set(id, label)
    gathered = {
      groups: [...gathered.groups, shared, ...(together === null ? [] : [together])],
      edges: together === null ? toShared : fromAll(toShared, sources, together.id),
    }
  }
  return {
    groups: gathered.groups.toSorted((left, right) => compareText(left.id, right.id)),
    edges: gathered.edges.toSorted((left, right) => compareText(left.id, right.id)),
  }
}

/** Targets that aren't the end of flows are only grouped if there is nothing else to group. */
function nextShared(edges: readonly DiagramEdge[], free: ReadonlySet<string>): Shared | null {
  const leadingOn = new Set(edges.map(({ source }) => source))
  return mostSaving(edges, free.difference(leadingOn)) ?? mostSaving(edges, free)
}

/** For any two targets, takes the sources that both have, and returns the group that saves most arrows. */
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

/** Edges for which `ends` returns other ends are merged by form and pair of ends. */
function joined(
  edges: readonly DiagramEdge[],
  ends: (edge: DiagramEdge) => Pick<DiagramEdge, 'source' | 'target'> | null,
): readonly DiagramEdge[] {
  const idOf = (edge: DiagramEdge): string => {
    const { source, target } = ends(edge) ?? edge
    return `${edge.form} ${source} ${target}`
  }
  const moved = Map.groupBy(
    edges.filter((edge) => ends(edge) !== null),
    idOf,
  )
  return [
    ...edges.filter((edge) => ends(edge) === null),
    ...[...moved].flatMap(([id, [first, ...others]]): readonly DiagramEdge[] =>
      first === undefined
        ? []
        : [
            {
              ...first,
              ...ends(first),
              id,
              description: shortList(
                [first, ...others].map(({ description }) => description),
                namedPaths,
              ),
            },
          ],
    ),
  ]
}

function pathKey({ form, target }: DiagramEdge): string {
  return `${form} ${target}`
}

/** Targets of all the sources have one arrow from their group. */
function fromAll(edges: readonly DiagramEdge[], sources: ReadonlySet<string>, users: string): readonly DiagramEdge[] {
  const isTheirs = ({ source, target, label }: DiagramEdge): boolean =>
    label === '' && sources.has(source) && !sources.has(target)
  const ways = Map.groupBy(edges.filter(isTheirs), pathKey)
  return joined(edges, (edge) =>
    isTheirs(edge) && ways.get(pathKey(edge))?.length === sources.size ? { source: users, target: edge.target } : null,
  )
}

function sharedGroup({ targets }: Shared, users: readonly string[], nodes: readonly DiagramNode[]): DiagramGroup {
  const children = nodes.filter(({ id }) => targets.has(id))
  const label = `Shared (${formatCount(children.length)})`
  return group({
    id: `shared:${children[0]?.id ?? ''}`,
    form: 'category',
    arrangement: 'grid',
    label,
    detail: `used by ${users.join(', ')}`,
    description: [`${label}, used by each of these ${formatCount(users.length)}:`, ...users].join('\n'),
    children,
  })
}

function usersGroup({ sources }: Shared, nodes: readonly DiagramNode[]): DiagramGroup {
  const children = nodes.filter(({ id }) => sources.has(id))
  const label = `${formatCount(children.length)} with the same targets`
  return group({
    id: `users:${children[0]?.id ?? ''}`,
    form: 'category',
    arrangement: 'grid',
    label,
    description: [
      `${label}. Each arrow from this group applies to all of them.`,
      ...children.map((child) => child.label),
    ].join('\n'),
    children,
  })
}
