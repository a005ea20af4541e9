/**
 * Groups resources by application, with a group for resources of several applications. The rest has no known
 * application.
 */
import { compareText, type GraphIndex, indexGraph } from '../../../graph/graph-index.ts'
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import type { Application } from '../../../meaning/applications/application.ts'
import { type Applications, applicationsOf } from '../../../meaning/applications/applications.ts'
import type { ViewOptions } from '../../diagram.ts'
import type { Reach } from './exposed-resources.ts'
import { formatCount } from '../../resource-kinds.ts'
import { withoutEnvironment } from './environment-words.ts'
import { tagValue } from './tag-value.ts'

export type PurposeGroup = {
  /** Unique among the groups of a page. */
  readonly name: string
  readonly label: string
  readonly detail: string
  /** What names in the group needn't repeat, one after another. */
  readonly beginnings: readonly string[]
  readonly resources: readonly Resource[]
  /** Of several applications that are alike: their number, and what their names have in common. */
  readonly alike?: { readonly count: number; readonly pattern: string }
}

/** Applications that are copies of each other. */
export type AlikeSet = {
  readonly id: string
  /** What their names have in common: `tenant-*`. */
  readonly pattern: string
}

/** Fewer applications aren't worth a group. */
export const leastAlike = 3

type ByPurpose = {
  /** By name. Shared resources are in the middle, between the applications that use them. */
  readonly groups: readonly PurposeGroup[]
  /** Resources without a known application. */
  readonly rest: readonly Resource[]
  /** The group of all resources if they belong to one application. `rest` has them too. */
  readonly only: PurposeGroup | null
}

/** Finds applications in the whole scan, because parts of a scan belong to the same applications. */
export function applicationsFor(
  index: GraphIndex,
  { scanned, permitted }: Pick<ViewOptions, 'scanned' | 'permitted'>,
): Applications {
  const whole: ResourceGraph = permitted ?? scanned ?? index.graph
  return applicationsOf(whole === index.graph ? index : indexGraph(whole))
}

/** By the requested tag, otherwise by application. No groups if all resources belong to one application. */
export function byPurpose(
  resources: readonly Resource[],
  applications: Applications,
  groupBy: string | null,
): ByPurpose {
  if (groupBy !== null) {
    const byValue = Map.groupBy(resources, (resource) => tagValue(resource, groupBy))
    const groups = [...byValue].sort((left, right) => compareText(left[0], right[0]))
    return { groups: groups.map(([name, ofValue]) => groupOf(name, name, '', [name], ofValue)), rest: [], only: null }
  }
  const byApplication = Map.groupBy(resources, (resource) => {
    const of = applications.of(resource)?.applications ?? []
    return of.length > 1 ? sharedGroup : (of[0] ?? '')
  })
  const rest = byApplication.get('') ?? []
  const own = applications.all.flatMap((application) => {
    const ofIt = byApplication.get(application.id)
    return ofIt === undefined ? [] : [groupOfApplication(application, ofIt)]
  })
  const ofSeveral = byApplication.get(sharedGroup)
  if (own.length + (ofSeveral === undefined ? 0 : 1) < 2 && rest.length === 0)
    return { groups: [], rest: resources, only: own[0] ?? null }
  const middle = Math.ceil(own.length / 2)
  const between =
    ofSeveral === undefined ? [] : [groupOf(sharedGroup, 'Shared', 'of several applications', ['Shared'], ofSeveral)]
  return { groups: [...own.slice(0, middle), ...between, ...own.slice(middle)], rest, only: null }
}

const byReach: readonly Reach[] = ['open', 'conditional', '']

/**
 * In their order. Those that are open to the internet are kept first, then conditionally open ones, and large ones before
 * small ones. If two groups have the same size, the first one is kept.
 */
export function mostTelling(
  groups: readonly PurposeGroup[],
  count: number,
  reachOf: (group: PurposeGroup) => Reach,
): readonly PurposeGroup[] {
  const rankOf = new Map(groups.map((each) => [each, byReach.indexOf(reachOf(each))]))
  const ordered = groups.toSorted(
    (left, right) =>
      (rankOf.get(left) ?? 0) - (rankOf.get(right) ?? 0) || right.resources.length - left.resources.length,
  )
  const kept = new Set(ordered.slice(0, count))
  return groups.filter((group) => kept.has(group))
}

/**
 * The largest ones, in their order, without those whose counterpart of another environment has no room: `shop-prod-api` and
 * `shop-test-api`. Environments that are alike look alike.
 */
export function largestAlike(groups: readonly PurposeGroup[], count: number): readonly PurposeGroup[] {
  const bySize = groups.toSorted((left, right) => right.resources.length - left.resources.length)
  const kept = new Set<PurposeGroup>()
  for (const counterparts of Map.groupBy(bySize, ({ label }) => withoutEnvironment(label)).values())
    if (kept.size + counterparts.length <= count) for (const each of counterparts) kept.add(each)
  return groups.filter((group) => kept.has(group))
}

/** A first page with fewer boxes or cards would tell nothing. */
export const fewestGroups = 3

/**
 * With one group in place of applications that are alike: `24 × tenant-*`. The most numerous ones first, until there are at most
 * `most` groups. It is at the place of the first of them. If fewer than `fewest` groups were left, they stay as they are.
 */
export function withAlikeTogether(
  groups: readonly PurposeGroup[],
  most: number,
  alike: ReadonlyMap<string, AlikeSet>,
  fewest: number = fewestGroups,
): readonly PurposeGroup[] {
  const sets = [...Map.groupBy(groups, ({ name }) => alike.get(name))]
    .flatMap(([set, ofSet]) => (set === undefined || ofSet.length < leastAlike ? [] : [{ set, ofSet }]))
    .sort((left, right) => right.ofSet.length - left.ofSet.length || compareText(left.set.id, right.set.id))
  let shown = groups
  for (const { set, ofSet } of sets) {
    if (shown.length <= most) break
    const isOther = new Set(ofSet.slice(1))
    shown = shown.flatMap((each) => (each === ofSet[0] ? [alikeGroup(set, ofSet)] : isOther.has(each) ? [] : [each]))
  }
  return shown.length < fewest ? groups : shown
}

function alikeGroup({ id, pattern }: AlikeSet, groups: readonly PurposeGroup[]): PurposeGroup {
  return {
    name: id,
    label: `${formatCount(groups.length)} × ${pattern}`,
    detail: `alike: ${groups[0]?.label} and ${formatCount(groups.length - 1)} others`,
    beginnings: [],
    resources: groups.flatMap(({ resources }) => resources),
    alike: { count: groups.length, pattern },
  }
}

/** Whether it is like the applications of a group, but for its state or arrows. */
export function isNamedLikeOne({ label }: PurposeGroup, groups: readonly PurposeGroup[]): boolean {
  return groups.some(({ alike }) => {
    const [before = '', after = ''] = alike?.pattern.split('*') ?? []
    return alike !== undefined && label.startsWith(before) && label.endsWith(after)
  })
}

/** The number of applications in the groups. */
export function applicationCount(groups: readonly PurposeGroup[]): number {
  return groups.reduce((sum, { alike }) => sum + (alike?.count ?? 1), 0)
}

/** The name of the group of resources of several applications. */
export const sharedGroup = 'shared'

function groupOf(
  name: string,
  label: string,
  detail: string,
  beginnings: readonly string[],
  resources: readonly Resource[],
): PurposeGroup {
  return { name, label, detail, beginnings, resources }
}

function groupOfApplication(application: Application, resources: readonly Resource[]): PurposeGroup {
  const { id, name, nested } = application
  const beginnings = nested === undefined ? [name] : [nested.root.name, nested.logicalId, name]
  return groupOf(id, name, `${sourceWords(application)}${outsideOf(application)}`, beginnings, resources)
}

/** How many resources belong to the application of a stack without being in a stack, the same on all pages. */
function outsideOf({ source, withoutStack }: Application): string {
  return source === 'stack' && withoutStack > 0 ? `, ${formatCount(withoutStack)} outside it` : ''
}

const words: Readonly<Record<Exclude<Application['source'], 'tag'>, string>> = {
  stack: 'CloudFormation stack',
  awsApplication: 'application',
  'Service Catalog': 'provisioned product',
  'Elastic Beanstalk': 'Elastic Beanstalk application',
  cluster: 'cluster',
  relations: 'connected resources',
}

/** The source of the application, as short as its card requires. */
function sourceWords({ source, because, nested }: Application): string {
  if (nested !== undefined) return `nested stack of ${nested.root.name}`
  return source === 'tag' ? because : words[source]
}
