/** The single definition of exposure, for views, filters, and the API. */
import { everyResourceType, isIdle, resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import type { Exposed, ExposureRule } from '../../resource-types/resource-type.ts'
import { compareText, type GraphIndex } from '../../graph/graph-index.ts'
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { analyzerOpenings, withFindings } from './analyzer-findings.ts'
import { distinctUnread, unreadType } from './coverage.ts'
import {
  apiOpenings,
  clientVpnOpenings,
  clusterOpenings,
  enabledOpenings,
  functionOpenings,
  hostedPageOpenings,
  openPortOpenings,
  publicSettingOpenings,
} from './endpoint-rules.ts'
import type { Exposure, ExposureKind, Opening, Outside, Unread } from './exposure.ts'
import {
  environmentOpenings,
  instanceOpenings,
  loadBalancerOpenings,
  publiclyAccessibleOpenings,
  serverOpenings,
} from './network-rules.ts'
import { bucketOpenings, copyOpenings, policyOpenings, unreadShares } from './policy-rules.ts'
import type { Rule } from './rule.ts'
import { inOrder, targetExposures } from './targets.ts'

type KnownRule = {
  readonly kind: ExposureKind
  readonly rule: Rule
  /** Further types that show which resources have a public address. */
  readonly shownBy?: readonly string[]
}

const rules: Readonly<Record<ExposureRule, KnownRule>> = {
  enabled: { kind: 'endpoint', rule: enabledOpenings },
  'API endpoint': { kind: 'endpoint', rule: apiOpenings },
  'resource policy': { kind: 'policy', rule: policyOpenings },
  'bucket access': { kind: 'policy', rule: bucketOpenings },
  'cluster endpoint': { kind: 'endpoint', rule: clusterOpenings },
  'public setting': { kind: 'endpoint', rule: publicSettingOpenings },
  'publicly accessible': { kind: 'network', rule: publiclyAccessibleOpenings },
  'internet-facing': { kind: 'network', rule: loadBalancerOpenings },
  'public address': { kind: 'network', rule: instanceOpenings, shownBy: [typePlaying('network interface')] },
  'server endpoint': { kind: 'network', rule: serverOpenings },
  'open ports': { kind: 'endpoint', rule: openPortOpenings },
  'environment address': { kind: 'network', rule: environmentOpenings },
  'hosted pages': { kind: 'endpoint', rule: hostedPageOpenings },
  'public copy': { kind: 'copy', rule: copyOpenings },
  'client VPN': { kind: 'endpoint', rule: clientVpnOpenings },
  'function access': { kind: 'policy', rule: functionOpenings },
  'analyzer findings': { kind: 'policy', rule: analyzerOpenings },
}

/** Whether routes, security groups, and network ACLs decide about the exposure of a type. */
export function isExposedByNetwork(type: string): boolean {
  const exposed = resourceType(type)?.exposedBy
  return exposed !== undefined && rules[exposed.rule].kind === 'network'
}

const known = new WeakMap<GraphIndex, readonly Exposure[]>()

/** Sorted by type and ID of the resource. An entry for all resources of a type comes first. */
export function exposures(index: GraphIndex): readonly Exposure[] {
  const found = known.get(index) ?? findExposures(index)
  known.set(index, found)
  return found
}

function findExposures(index: GraphIndex): readonly Exposure[] {
  const own = withFindings(index, ownExposures(index))
  const entrances = own.filter(({ resource: { type }, kind }) => kind === 'network' && balancerTypes.has(type))
  const behind = Map.groupBy(targetExposures(index, entrances), ({ resource: { type, id } }) => `${type} ${id}`)
  return inOrder([...own, ...[...behind.values()].flatMap(distinct)])
}

const balancerTypes: ReadonlySet<string> = new Set([typePlaying('load balancer'), typePlaying('classic load balancer')])

function ownExposures(index: GraphIndex): readonly Exposure[] {
  return everyResourceType
    .flatMap(({ type, exposedBy }) => (exposedBy === undefined ? [] : [{ type, exposedBy }]))
    .toSorted((a, b) => compareText(a.type, b.type))
    .flatMap(({ type, exposedBy }) => [
      ...unreadOf(index, type, exposedBy),
      ...index
        .ofType(type)
        .filter((resource) => resource.presence === 'read' && !isIdle(resource))
        .toSorted((a, b) => compareText(a.id, b.id))
        .flatMap((resource) => exposuresOf(index, resource, exposedBy)),
    ])
}

function exposuresOf(index: GraphIndex, resource: Resource, exposed: Exposed): readonly Exposure[] {
  const { kind, rule } = rules[exposed.rule]
  const { type, id, arn, name } = resource
  const found = rule({ index, resource, exposed }).map((opening): Exposure => ({
    resource: { type, id, arn, name },
    kind,
    ...opening,
  }))
  return found.length < 2 ? found : distinct(found)
}

/** Sorted and without duplicates, because two network interfaces may open the same. */
function distinct(found: readonly Exposure[]): readonly Exposure[] {
  const byText = new Map(found.map((each) => [orderOf(each), each]))
  return [...byText].toSorted(([a], [b]) => compareText(a, b)).map(([, each]) => each)
}

function orderOf({ from, accounts, by, protocol, ports, verdict, condition }: Opening): string {
  return JSON.stringify([from, by, protocol, ports, verdict, condition, accounts])
}

/** One entry for all resources of a type that couldn't be read, or whose accounts couldn't. */
function unreadOf(index: GraphIndex, type: string, exposed: Exposed): readonly Exposure[] {
  const { rule } = exposed
  const because = [type, ...(rules[rule].shownBy ?? [])].flatMap((each) => unreadType(index, each) ?? [])
  if (because.length > 0) return [unreadEntry(type, exposed, 'internet', because)]
  const shares = rule === 'public copy' ? unreadShares(index, type, exposed) : []
  return shares.length === 0 ? [] : [unreadEntry(type, exposed, 'other accounts', shares)]
}

function unreadEntry(type: string, { rule, by }: Exposed, from: Outside, because: readonly Unread[]): Exposure {
  return {
    resource: { type, id: null, arn: null, name: null },
    kind: rules[rule].kind,
    from,
    by,
    protocol: null,
    ports: null,
    verdict: 'unknown',
    condition: null,
    path: [],
    unknownBecause: distinctUnread(because),
  }
}

/** Whether the internet can reach a resource directly, not through a load balancer. The strongest known verdict. */
export type InternetVerdict = 'open' | 'conditional' | 'closed' | 'unknown'

type InternetVerdicts = (resource: ResourceReference) => InternetVerdict

const knownVerdicts = new WeakMap<GraphIndex, InternetVerdicts>()

/** Cached for each graph. */
export function internetVerdicts(index: GraphIndex): InternetVerdicts {
  const verdicts = knownVerdicts.get(index) ?? findVerdicts(index)
  knownVerdicts.set(index, verdicts)
  return verdicts
}

function findVerdicts(index: GraphIndex): InternetVerdicts {
  // By type, then ID: asked for each resource again and again, so that no text is made of both.
  const byType = new Map<string, Map<string, InternetVerdict>>()
  const unreadTypes = new Set<string>()
  for (const { resource, from, verdict, kind } of exposures(index)) {
    if (kind === 'target' || from === 'other accounts') continue
    if (resource.id === null) unreadTypes.add(resource.type)
    else {
      const ofType = byType.get(resource.type) ?? new Map<string, InternetVerdict>()
      byType.set(resource.type, ofType)
      // Open to some addresses isn't open to all.
      const own = verdict === 'open' && from !== 'internet' ? 'conditional' : verdict
      ofType.set(resource.id, stronger(ofType.get(resource.id), own))
    }
  }
  return ({ type, id }) => byType.get(type)?.get(id) ?? (unreadTypes.has(type) ? 'unknown' : 'closed')
}

const strength = ['open', 'conditional', 'unknown', 'closed'] as const

function stronger(left: InternetVerdict | undefined, right: InternetVerdict): InternetVerdict {
  return strength.find((each) => each === left || each === right) ?? right
}
