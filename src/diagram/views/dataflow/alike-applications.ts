/** Finds applications that are copies of each other, such as one for each tenant, for pages without room for all. */
import { compareText, type GraphIndex, indexGraph, resourceKey } from '../../../graph/graph-index.ts'
import type { Resource, ResourceGraph, ResourceReference } from '../../../graph/resource-graph.ts'
import type { Application } from '../../../meaning/applications/application.ts'
import { applicationsOf } from '../../../meaning/applications/applications.ts'
import { internetVerdicts } from '../../../meaning/exposure/exposures.ts'
import { typesWith, unusualState } from '../../../resource-types/look-ups.ts'
import type { ViewOptions } from '../../diagram.ts'
import { offState } from '../../off-state.ts'
import { type AlikeSet, leastAlike } from '../boxes/application-groups.ts'
import { namesByPattern } from '../boxes/common-pattern.ts'
import { entryPorts } from '../boxes/exposed-resources.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'
import { dataFlowTypes } from './data-flows.ts'
import { knownFlows } from './dependencies.ts'
import { environmentsOf } from './environments.ts'

/** By how many resources with a box an application may differ from most others, and by which share of theirs. */
const mostDifference = 2
const mostShare = 2 / 5

const boxTypes: ReadonlySet<string> = new Set([...typesWith('box').map(({ type }) => type), ...dataFlowTypes])

export type AlikeApplications = ReadonlyMap<string, AlikeSet>

const known = new WeakMap<ResourceGraph, AlikeApplications>()

/**
 * By ID, applications with about the same numbers of resources of each type, with the same arrows from and to others, and with
 * names that differ in one part. The whole scan decides, so that all views and pages tell the same. None if the internet
 * reaches one of them in another way, or if they differ in state or environment.
 */
export function alikeApplications(
  index: GraphIndex,
  { scanned, permitted }: Pick<ViewOptions, 'scanned' | 'permitted'>,
): AlikeApplications {
  const whole = scanned === null ? index : indexGraph(scanned)
  const found = known.get(whole.graph) ?? findAlike(whole, permitted === null ? whole : indexGraph(permitted))
  known.set(whole.graph, found)
  return found
}

type Candidate = {
  readonly id: string
  readonly name: string
  readonly application: Application
  readonly resources: readonly Resource[]
}

function findAlike(whole: GraphIndex, permitted: GraphIndex): AlikeApplications {
  const applications = applicationsOf(permitted)
  const all = applications.all.flatMap((application): readonly Candidate[] => {
    const { id, name, members } = application
    const resources = members.flatMap((member) => (boxTypes.has(member.type) ? (whole.find(member) ?? []) : []))
    return resources.length === 0 ? [] : [{ id, name, application, resources }]
  })
  const candidates = [...namesByPattern(all, leastAlike).values()].flat()
  if (candidates.length === 0) return new Map()
  const resources = candidates.flatMap((each) => each.resources)
  const [verdictOf, portsOf] = [internetVerdicts(whole), entryPorts(whole, whole)]
  const reachOf = (resource: Resource): string => {
    const verdict = verdictOf(resource)
    return verdict === 'closed' ? '' : `${verdict} ${portsOf(resource)}`
  }
  const environmentOf = environmentsOf(
    resources,
    candidates.map(({ name, resources: own }) => ({ name, label: name, detail: '', beginnings: [], resources: own })),
  )
  const arrowsOf = arrowsByApplication(candidates, knownFlows(whole, { whole, permitted }).edges)
  const stateOf = (member: ResourceReference): string => {
    const resource = whole.find(member)
    return resource === null ? '' : unusualState(resource)
  }
  const kindOf = (candidate: Candidate): string =>
    [
      said(candidate.application.members.map((member) => stateOf(member))),
      said(candidate.resources.map(reachOf)),
      said(candidate.resources.map(environmentOf)),
      candidate.application.nested?.root.id ?? '',
      ...(arrowsOf.get(candidate.id) ?? []),
    ].join('\n')
  const sets = [...Map.groupBy(candidates, kindOf).values()].flatMap((alike) =>
    [...namesByPattern(alike, leastAlike)].flatMap(([pattern, named]) =>
      ofAboutOneShape(named).map((similar) => ({ pattern, similar })),
    ),
  )
  const inOrder = sets.toSorted((left, right) => right.similar.length - left.similar.length)
  const numbered = Map.groupBy(inOrder, ({ pattern }) => pattern)
  return new Map(
    [...numbered].flatMap(([pattern, ofPattern]) =>
      ofPattern.flatMap(({ similar }, position) => {
        const set = { id: position === 0 ? `alike:${pattern}` : `alike:${pattern} ${position + 1}`, pattern }
        return similar.map(({ id }): [string, AlikeSet] => [id, set])
      }),
    ),
  )
}

function said(all: readonly string[]): string {
  return [...new Set(all)].filter(Boolean).toSorted(compareText).join(' ')
}

/** The most usual numbers by type first, with what is nearly the same. */
function ofAboutOneShape(alike: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const shaped = alike.map((candidate) => ({ candidate, counts: countsOf(candidate) }))
  const byShape = [...Map.groupBy(shaped, ({ counts }) => shapeOf(counts))].sort(
    (left, right) => right[1].length - left[1].length || compareText(left[0], right[0]),
  )
  const taken = new Set<Candidate>()
  return byShape.flatMap(([, [usual]]) => {
    const similar = shaped.flatMap(({ candidate, counts }) =>
      taken.has(candidate) || usual === undefined || !areSimilar(counts, usual.counts) ? [] : [candidate],
    )
    if (similar.length < leastAlike) return []
    for (const each of similar) taken.add(each)
    return [similar]
  })
}

type Counts = ReadonlyMap<string, number>

function countsOf({ resources }: Candidate): Counts {
  return new Map([...Map.groupBy(resources, ({ type }) => type)].map(([type, { length }]) => [type, length]))
}

function shapeOf(counts: Counts): string {
  return [...counts]
    .map(([type, count]) => `${type} ${count}`)
    .toSorted(compareText)
    .join(' ')
}

/** `other`: the usual counts. */
function areSimilar(one: Counts, other: Counts): boolean {
  const types = new Set([...one.keys(), ...other.keys()])
  const difference = [...types].reduce((sum, type) => sum + Math.abs((one.get(type) ?? 0) - (other.get(type) ?? 0)), 0)
  const usual = [...other.values()].reduce((sum, count) => sum + count, 0)
  return difference <= Math.min(mostDifference, usual * mostShare)
}

/** Sorted: the form, label, and other end of each arrow to and from the applications, and states of those within. */
function arrowsByApplication(
  candidates: readonly Candidate[],
  flows: readonly FlowEdge[],
): ReadonlyMap<string, readonly string[]> {
  const ownerOf = new Map(
    candidates.flatMap(({ id, resources }) => resources.map((each) => [resourceKey(each), id] as const)),
  )
  const arrows = new Map(candidates.map(({ id }) => [id, new Set<string>()]))
  for (const { form, source, target, label } of flows) {
    const [from, to] = [ownerOf.get(source), ownerOf.get(target)]
    if (from === to) {
      if (from !== undefined && offState(label) !== '') arrows.get(from)?.add(`within ${offState(label)}`)
      continue
    }
    if (from !== undefined) arrows.get(from)?.add(`${form} ${label} to ${target}`)
    if (to !== undefined) arrows.get(to)?.add(`${form} ${label} from ${source}`)
  }
  return new Map([...arrows].map(([id, own]) => [id, [...own].toSorted(compareText)]))
}
