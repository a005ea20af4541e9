/** Loads the answer to the question in the URL. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Static } from 'typebox'
import type { ExposureObject } from '../../../../contract/exposure.ts'
import type { impact, reachAnswer } from '../../../../contract/reach.ts'
import type { UnusedList } from '../../../../contract/session/questions.ts'
import { queryString } from '../../http/query-string.ts'
import { request } from '../../http/request.ts'
import { comparisonQuery } from '../../session/comparison.ts'
import type { Comparison } from '../../session/comparison.ts'
import { capitalized, counted, kindName, kindNamePlural } from '../../shared/resource-kind.ts'
import { useResource } from '../../shared/resource-panel.tsx'
import type { BoxTree } from './box-tree.ts'
import { boxesOf, distinctSteps, nameInBox, stepsAlong, withRest, withWaysIn } from './map-answer.ts'
import type { BoxOf, MapAnswer, Step } from './map-answer.ts'
import type { MapQuestion, ReachEnds } from './map-question.ts'
import type { PlacedBox, PlacedDiagram, ResourceReference } from './placed-diagram.ts'

type Impact = Static<typeof impact>
type Reach = Static<typeof reachAnswer>

/** Exposures of the first pages. More aren’t needed to highlight boxes of one page. */
const maxExposurePages = 20

const exposureQuery = (scanId: string) =>
  queryOptions({
    queryKey: ['exposure', 'of the internet', scanId],
    queryFn: async ({ signal }) => {
      const found: ExposureObject[] = []
      let cursor: string | undefined
      for (let page = 0; page < maxExposurePages; page += 1) {
        const query = queryString({ from: 'internet', limit: 100, ...(cursor !== undefined && { cursor }) })
        const answer = await request<{ exposures: readonly ExposureObject[]; meta: { cursor?: string } }>(
          'GET',
          `/session/scans/${scanId}/exposure${query}`,
          { signal },
        )
        found.push(...answer.exposures)
        cursor = answer.meta.cursor
        if (cursor === undefined) break
      }
      return found
    },
  })

/** `null` without a question, and while the answer loads. */
export function useMapAnswer({
  scanId,
  question,
  reach,
  diagram,
  tree,
  boxOf,
  selected,
  resource,
}: {
  readonly scanId: string
  readonly question: MapQuestion | null
  /** The complete question of `reach`, if it is asked. */
  readonly reach: ReachEnds | null
  readonly diagram: PlacedDiagram
  readonly tree: BoxTree
  readonly boxOf: BoxOf
  readonly selected: PlacedBox | null
  readonly resource: ResourceReference | null
}): { readonly answer: MapAnswer | null; readonly isLoading: boolean; readonly error: Error | null } {
  const exposures = useQuery({ ...exposureQuery(scanId), enabled: question === 'public' || question === 'ports' })
  const changes = useQuery({ ...comparisonQuery(scanId, 'previous'), enabled: question === 'changed', retry: false })
  const unused = useQuery({
    queryKey: ['unused', scanId],
    queryFn: ({ signal }) => request<UnusedList>('GET', `/session/scans/${scanId}/unused`, { signal }),
    enabled: question === 'unused',
  })
  const isOfResource = question === 'users' || question === 'uses'
  const details = useResource(scanId, isOfResource ? resource : null)
  const of = resource === null ? '' : `${resource.type}/${resource.id}`
  const effects = useQuery({
    queryKey: ['impact', scanId, of],
    queryFn: ({ signal }) =>
      request<Impact>('GET', `/session/scans/${scanId}/impact${queryString({ of })}`, { signal }),
    enabled: question === 'impact' && resource !== null,
  })
  const access = useQuery({
    queryKey: ['reach', scanId, reach],
    queryFn: ({ signal }) =>
      request<Reach>('GET', `/session/scans/${scanId}/reach${queryString(reach ?? {})}`, { signal }),
    enabled: question === 'reach' && reach !== null,
    retry: false,
  })

  const queries = {
    public: exposures,
    ports: exposures,
    unread: null,
    changed: changes,
    unused,
    users: details,
    uses: details,
    impact: effects,
    reach: access,
  }
  const asked = question === null ? null : queries[question]
  const name = selected?.element.label ?? ''
  const nameOfOne = selected === null || resource === null ? name : nameInBox(selected, resource)
  const answer = useMemo((): MapAnswer | null => {
    const related = details.data?.[question === 'users' ? 'incoming' : 'outgoing']
    const others = related?.flatMap(({ verb, resource: other }) => (verb === 'contained in' ? [] : [other]))
    switch (question) {
      case 'unread':
        return unreadAnswer(diagram)
      case 'public':
        return exposures.data === undefined ? null : publicAnswer(exposures.data, { diagram, tree, boxOf })
      case 'ports':
        return exposures.data === undefined ? null : portsAnswer(exposures.data, { diagram, tree, boxOf })
      case 'changed':
        return changes.data === undefined ? null : changedAnswer(changes.data, boxOf)
      case 'unused':
        return unused.data === undefined ? null : unusedAnswer(unused.data, boxOf)
      case 'users':
      case 'uses':
        if (others === undefined || selected === null) return null
        return usesAnswer(question, { name, id: selected.element.id, others, diagram, tree, boxOf })
      case 'impact':
        if (effects.data === undefined || resource === null) return null
        return impactAnswer(effects.data, { name: nameOfOne, of: resource, tree, boxOf })
      case 'reach':
        if (access.data === undefined || reach === null) return null
        return reachResult(access.data, { name: nameOfOne, reach, tree, boxOf, selected })
      default:
        return null
    }
  }, [
    question,
    reach,
    diagram,
    tree,
    boxOf,
    selected,
    resource,
    name,
    nameOfOne,
    exposures.data,
    changes.data,
    unused.data,
    details.data,
    effects.data,
    access.data,
  ])
  return { answer, isLoading: asked?.isLoading ?? false, error: asked?.error ?? null }
}

function distinct<Resource extends ResourceReference>(resources: readonly Resource[]): readonly Resource[] {
  return [...new Map(resources.map((resource) => [`${resource.type} ${resource.id}`, resource])).values()]
}

function highlighted(sentence: string, resources: readonly ResourceReference[], boxOf: BoxOf): MapAnswer {
  const shown = resources.filter((resource) => boxOf(resource) !== null).length
  return { text: withRest(sentence, resources.length, shown), boxes: boxesOf(resources, boxOf), steps: [] }
}

function exposedResources(exposures: readonly ExposureObject[]): readonly ResourceReference[] {
  return distinct(
    exposures.flatMap(({ resource: { type, id }, verdict }) =>
      id === null || verdict === 'unknown' ? [] : [{ type, id }],
    ),
  )
}

type Shown = { readonly diagram: PlacedDiagram; readonly tree: BoxTree; readonly boxOf: BoxOf }

function pathsOf(exposures: readonly ExposureObject[]): readonly (readonly ResourceReference[])[] {
  return exposures.flatMap(({ path, verdict }) => (verdict === 'unknown' ? [] : [path]))
}

function undetermined(exposures: readonly ExposureObject[]): string {
  const unknown = exposures.filter(({ verdict }) => verdict === 'unknown').length
  return unknown === 0 ? '' : ` ${counted(unknown, 'exposure')} couldn’t be determined.`
}

function publicAnswer(exposures: readonly ExposureObject[], shown: Shown): MapAnswer {
  const { boxOf } = shown
  const resources = exposedResources(exposures)
  const more = undetermined(exposures)
  if (resources.length === 0)
    return highlighted(`No resource is known to be reachable from the internet.${more}`, [], boxOf)
  const sentence = `${counted(resources.length, 'resource')} reachable from the internet.${more}`
  return withWaysIn(highlighted(sentence, resources, boxOf), pathsOf(exposures), shown)
}

function portsOf({ protocol, ports }: ExposureObject): readonly string[] {
  return (ports ?? 'all ports').split(',').map((range) => `${protocol} ${range}`)
}

function portsAnswer(exposures: readonly ExposureObject[], shown: Shown): MapAnswer {
  const { boxOf } = shown
  const open = exposures.filter(({ protocol, verdict }) => protocol !== null && verdict !== 'unknown')
  const resources = exposedResources(open)
  const more = undetermined(exposures)
  if (resources.length === 0) return highlighted(`No port is known to be open to the internet.${more}`, [], boxOf)
  const ports = [...new Set(open.flatMap(portsOf))].sort()
  const listed = ports.slice(0, 6).join(', ') + (ports.length > 6 ? `, and ${ports.length - 6} more` : '')
  const sentence = `${counted(resources.length, 'resource')} with ports open to the internet: ${listed}.${more}`
  return withWaysIn(highlighted(sentence, resources, boxOf), pathsOf(open), shown)
}

function unreadAnswer({ boxes }: PlacedDiagram): MapAnswer {
  const unread = boxes.filter(({ element }) => element.form === 'gap' || element.presence === 'unknown')
  const text =
    unread.length === 0
      ? 'Nothing in this diagram is marked as unread.'
      : `${counted(unread.length, 'box marks', 'boxes mark')} what couldn’t be read.`
  return { text, boxes: new Set(unread.map(({ element }) => element.id)), steps: [] }
}

function changedAnswer({ changes, coverageChanged, unknown }: Comparison, boxOf: BoxOf): MapAnswer {
  const resources = distinct(
    changes.flatMap(({ kind, resource: { type, id } }) => (kind === 'removed' || id === null ? [] : [{ type, id }])),
  )
  const unread = new Set([...coverageChanged, ...unknown].map(({ type }) => type)).size
  const more = unread === 0 ? '' : ` ${counted(unread, 'resource type')} couldn’t be compared completely.`
  if (resources.length === 0) {
    const nothing = unread === 0 ? 'Nothing' : 'Nothing that both scans could read'
    return highlighted(`${nothing} was added or changed since the previous scan.${more}`, [], boxOf)
  }
  const sentence = `${counted(resources.length, 'resource')} added or changed since the previous scan.${more}`
  return highlighted(sentence, resources, boxOf)
}

function unusedAnswer({ resources, unknown }: UnusedList, boxOf: BoxOf): MapAnswer {
  const more = unknown.length === 0 ? '' : ` Unknown for ${unknown.map((type) => kindNamePlural(type)).join(', ')}.`
  if (resources.length === 0) return highlighted(`No unused resources found.${more}`, [], boxOf)
  const byType = Map.groupBy(resources, ({ type }) => type)
  const listed = [...byType].map(([type, { length }]) => counted(length, kindName(type), kindNamePlural(type)))
  return highlighted(`Unused: ${listed.join(', ')}.${more}`, resources, boxOf)
}

/** From the arrows of the diagram, and from relations between boxes. */
function usesAnswer(
  question: 'users' | 'uses',
  {
    name,
    id,
    others,
    diagram,
    tree,
    boxOf,
  }: {
    readonly name: string
    readonly id: string
    readonly others: readonly ResourceReference[]
    readonly diagram: PlacedDiagram
    readonly tree: BoxTree
    readonly boxOf: BoxOf
  },
): MapAnswer {
  const isUsers = question === 'users'
  const arrows = diagram.routes.flatMap(({ edge }): readonly Step[] =>
    (isUsers ? edge.target : edge.source) === id ? [{ source: edge.source, target: edge.target }] : [],
  )
  const relations = [...boxesOf(others, boxOf)].flatMap((other): readonly Step[] =>
    other === id ? [] : [isUsers ? { source: other, target: id } : { source: id, target: other }],
  )
  const steps = distinctSteps([...arrows, ...relations], tree)
  const boxes = new Set([id, ...steps.flatMap(({ source, target }) => [source, target])])
  const count = boxes.size - 1
  const none = isUsers ? `Nothing in this diagram uses ${name}.` : `${name} uses nothing in this diagram.`
  const found = isUsers
    ? `${counted(count, 'box uses', 'boxes use')} ${name}.`
    : `${name} uses ${counted(count, 'box', 'boxes')}.`
  return { text: count === 0 ? none : found, boxes, steps }
}

const effectVerbs = {
  breaks: ['breaks', 'break'],
  degrades: ['degrades', 'degrade'],
  orphaned: ['loses its purpose', 'lose their purpose'],
  unknown: ['may be affected', 'may be affected'],
} as const

function impactAnswer(
  { dependents, unknownBecause }: Impact,
  {
    name,
    of,
    tree,
    boxOf,
  }: { readonly name: string; readonly of: ResourceReference; readonly tree: BoxTree; readonly boxOf: BoxOf },
): MapAnswer {
  const steps = dependents.flatMap(({ path }) => {
    // Each relation joins the previous resource with the next, in either direction.
    const along: ResourceReference[] = [of]
    for (const { source, target } of path) along.push(isSame(source, along.at(-1)) ? target : source)
    return stepsAlong(along, boxOf)
  })
  const resources = dependents.map(({ resource: { type, id } }) => ({ type, id }))
  const boxes = boxesOf([of, ...resources], boxOf)
  const byEffect = Map.groupBy(dependents, ({ effect }) => effect)
  const parts = [...byEffect].map(([effect, { length }]) => {
    const [one, several] = effectVerbs[effect]
    return counted(length, one, several)
  })
  const unread = unknownBecause.length === 0 ? '' : ' More may depend on it, because some types couldn’t be read.'
  const sentence =
    dependents.length === 0
      ? `Nothing that this scan could read depends on ${name}.`
      : `Without ${name}: ${parts.join(', ')}.`
  const shown = resources.filter((resource) => boxOf(resource) !== null).length
  return {
    text: withRest(sentence, resources.length, shown) + unread,
    boxes,
    steps: distinctSteps(steps, tree),
  }
}

function isSame(one: ResourceReference, other: ResourceReference | undefined): boolean {
  return one.type === other?.type && one.id === other.id
}

function reachResult(
  { verdict, path, blockedBy, unknownBecause }: Reach,
  {
    name,
    reach: { from, protocol, port },
    tree,
    boxOf,
    selected,
  }: {
    readonly name: string
    readonly reach: ReachEnds
    readonly tree: BoxTree
    readonly boxOf: BoxOf
    readonly selected: PlacedBox | null
  },
): MapAnswer {
  const start = endReference(from)
  const hops = verdict === 'blocked' ? path : [...path, ...(selected?.element.members.slice(0, 1) ?? [])]
  const steps = distinctSteps(stepsAlong([start, ...hops], boxOf), tree)
  const boxes = new Set([
    ...boxesOf([start, ...hops, ...blockedBy], boxOf),
    ...(selected === null ? [] : [selected.element.id]),
  ])
  const startBox = tree.box.get(boxOf(start) ?? '')
  const other = startBox === undefined ? start.id : nameInBox(startBox, start)
  const connection = protocol === 'icmp' ? 'ICMP' : `${protocol.toUpperCase()} ${port}`
  const sentence = {
    reachable: `${other} can reach ${name} over ${connection}.`,
    blocked: `${other} can’t reach ${name} over ${connection}.`,
    unknown: `Unknown whether ${other} can reach ${name} over ${connection}.`,
  }[verdict]
  const blocks = blockedBy.map(({ type, id, reason }) => ` ${capitalized(kindName(type))} ${id}: ${reason}`)
  const reasons = verdict === 'unknown' ? unknownBecause.map(({ reason }) => ` ${reason}`) : []
  return { text: [sentence, ...blocks, ...reasons].join(''), boxes, steps }
}

function endReference(end: string): ResourceReference {
  const at = end.indexOf('/')
  return at === -1 ? { type: 'internet', id: 'The internet' } : { type: end.slice(0, at), id: end.slice(at + 1) }
}
