/** Groups changes by area, from the most to the least important. Pure data and lookups. */
import { resourceType, rolesOf } from '../../resource-types/look-ups.ts'

/** In the order of their ranks. */
export const areas = [
  'exposure',
  'data',
  'access',
  'network',
  'workload',
  'size',
  'settings',
  'tags',
  'coverage',
] as const

export type Area = (typeof areas)[number]

/** 1 for the most important. */
export function rankOf(area: Area): number {
  return areas.indexOf(area) + 1
}

const areaByService: Readonly<Record<string, Area>> = {
  'AWS Backup': 'data',
  'Certificate Manager': 'access',
  Cognito: 'access',
  'Direct Connect': 'network',
  EBS: 'data',
  IAM: 'access',
  KMS: 'access',
  'Network Firewall': 'network',
  'Route 53': 'network',
  'Route 53 Resolver': 'network',
  'Secrets Manager': 'access',
  'Site-to-Site VPN': 'network',
  'Transit Gateway': 'network',
  VPC: 'network',
  WAF: 'access',
}

/** The area of a resource that was added, removed, or replaced. */
export function areaOfType(type: string): Area {
  const described = resourceType(type)
  const { box, flow, line } = rolesOf(type)
  if (box?.tier === 'data' || flow === 'store') return 'data'
  const byService = areaByService[described?.service ?? '']
  if (byService !== undefined) return byService
  return box !== undefined || flow !== undefined || line !== undefined ? 'workload' : 'settings'
}

/** The first pattern that a property's name matches decides. */
const areaByProperty: readonly (readonly [Area, RegExp])[] = [
  [
    'access',
    /^(acceptanceRequired|assignPublicIp|authentication|authorizationRules|autoAccept|broad|customerManagedKey|defaultEndpointDisabled|de(?:lete|letion)Protection|directInternetAccess|encrypt|enforceHttps|exclusionsAllowed|fullAccess|identityProvider|ignorePublicAcls|internetFacing|introspection|minimumProtocolVersion|mutualTls|policyGrants|private(?:Endpoint)?$|privileged|public|requireTls|restrictPublicBuckets|rootAccess|rotation|scheme|securityPolicy|share(?:Status|dWith)|sslPolicy|terminationProtection|urls$|viewerProtocolPolicy|visibility$)|Encrypted$|Encryption$|WithoutAuthorization$/,
  ],
  [
    'network',
    /^(addresses|aliases|allowedPrefixes|associated|availabilityZones?|egress|entries|ingress|listeners|localNetwork|mapPublicIpOnLaunch|origins|ports?|propagat|remoteNetwork|routes|sourceDestCheck|staticRoutes|targets)|[cC]idrBlocks?$|[iI]p(?:v6)?Address(?:es)?$|^dnsNames?$|^domain/,
  ],
  ['workload', /^codeSha256$/],
  [
    'size',
    /^(bandwidth|brokers|bundle|computeType|cpu$|desired(?!State)|instanceClass|instanceTypes?|iops|max(?:imumConcurrency|Size|Vcpus)|memory|min(?:Size|Vcpus)|nodeType|nodes|shards|storageCapacity|throughput(?!Mode)|workers?)|Gi?b$/,
  ],
]

/** The area of a changed property. */
export function areaOfProperty(property: string): Area {
  return areaByProperty.find(([, pattern]) => pattern.test(property))?.[0] ?? 'settings'
}

/** AWS changes these by itself or on every use, so differences aren't useful. */
const noisyProperties = new Set(['inUse', 'renewalEligibility'])

/** AWS is working on the resource, which returns to its previous state if nothing fails. */
const temporaryState =
  /^(backing[-_]up|configuring[-_].*|maintenance|modifying|optimizing|rebooting|renaming|storage[-_]optimization|updating|upgrading)$/i

/** The resource works. Other states, such as `failed` or `stopped`, are changes even after a temporary state. */
const workingState =
  /^(active|available|completed?|deployed|created|enabled|in[-_]?(?:service|sync|use)|issued|ok|online|operational|prepared|ready|running|(?:create|update)[-_]complete)$/i

/** Whether a difference of a property isn't useful to people. */
export function isNoise(property: string, before: unknown, after: unknown): boolean {
  if (noisyProperties.has(property)) return true
  if (property !== 'state' && property !== 'status') return false
  const states = [before, after].map((state) => (typeof state === 'string' ? state : ''))
  return states.some((state) => temporaryState.test(state)) && states.every(isPassing)
}

function isPassing(state: string): boolean {
  return temporaryState.test(state) || workingState.test(state)
}
