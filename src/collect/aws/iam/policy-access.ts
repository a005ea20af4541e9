/** Evaluates which resources the policies of a role allow access to by their names, or by how few names begin. The policies themselves aren't stored. */
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import { parameterName, type Place } from '../../references/arn.ts'
import type { IdsOfType } from '../../references/name-table.ts'
import { resourceOfArn } from '../../references/resource-of-arn.ts'
import { type AccessRule, accessRules, type AccessVerb, partsFor } from './access-rules.ts'

/** The origin of a policy: inline, or attached to the role. */
export type Origin = 'inline' | 'attached'

export type Policy = { readonly origin: Origin; readonly statements: readonly Statement[] }

export type Access = { readonly verb: AccessVerb; readonly target: ResourceReference; readonly origin: Origin }

/** What may be done with resources of which type, such as `reads from AWS::SQS::Queue`. */
export type BroadAccess = `${AccessVerb} ${ResourceTypeName}`

export type RoleAccess = {
  readonly access: readonly Access[]
  /**
   * Access without an exact name, to any resource of a type or to all with the same prefix. Sorted. Few resources with
   * that prefix are in `access` too.
   */
  readonly broad: readonly BroadAccess[]
}

/** A list of patterns with their matchers, and whether they are inverted (`NotAction`, `NotResource`). */
type Patterns = {
  readonly texts: readonly string[]
  readonly tests: readonly RegExp[]
  readonly inverted: boolean
}

export type Statement = {
  readonly allows: boolean
  readonly isConditional: boolean
  readonly actions: Patterns
  readonly resources: Patterns
}

type Written = Readonly<Record<string, unknown>>

/** Parses a policy's JSON text. Throws a `SyntaxError` for invalid text. */
export function statementsOf(document: string): readonly Statement[] {
  const policy = JSON.parse(document) as { readonly Statement?: unknown } | null
  const written = [policy?.Statement]
    .flat()
    .filter((each): each is Written => typeof each === 'object' && each !== null)
  return written.map((statement) => ({
    allows: statement['Effect'] === 'Allow',
    isConditional: statement['Condition'] !== undefined,
    actions: patternsOf(statement, 'Action'),
    resources: patternsOf(statement, 'Resource'),
  }))
}

function patternsOf(statement: Written, element: 'Action' | 'Resource'): Patterns {
  const inverted = statement[element] === undefined
  const given = [inverted ? statement[`Not${element}`] : statement[element]].flat()
  const texts = given.filter((pattern) => typeof pattern === 'string')
  // Actions are not case-sensitive.
  return { texts, tests: texts.map((text) => wildcard(text, element === 'Action' ? 'i' : '')), inverted }
}

/**
 * Returns the secret with this name. Policies use the name and a wildcard for the six characters that AWS adds to ARNs
 * of secrets.
 */
export type SecretsNamed = (name: string) => string | undefined

/**
 * Returns what role policies allow, minus what one of them denies, within the boundary. A condition may narrow an
 * Allow. A Deny with a condition isn't certain and is ignored.
 */
export function accessOf(policies: readonly Policy[], boundary: readonly Statement[] | null, place: Names): RoleAccess {
  const access: Access[] = []
  const broad = new Set<BroadAccess>()
  const denials = [...policies.flatMap(({ statements }) => statements), ...(boundary ?? [])].filter(isDenial)
  const bounds = boundary?.filter(({ allows }) => allows) ?? null
  const isAllowed = (action: string, resource: string): boolean =>
    !denials.some((denial) => covers(denial, action, resource)) &&
    (bounds === null || bounds.some((bound) => covers(bound, action, resource)))

  for (const { origin, statements } of policies) {
    for (const statement of statements.filter(({ allows }) => allows)) {
      // An inverted list names no resources.
      for (const resource of statement.resources.inverted ? ['*'] : statement.resources.texts) {
        const { whole, part } = withoutPart(resource)
        const target = targetOf(whole, place)
        const few = target === 'many' ? fewNamed(whole, place) : []
        const worksOn = wildcard(part, '')
        for (const { verb, type, actions } of rulesFor(resource)) {
          if (target !== 'many' && target?.type !== type) continue
          const isGranted = (action: string) =>
            matches(statement.actions, action) &&
            (target === 'many' || partsFor(action).some((each) => worksOn.test(each))) &&
            isAllowed(action, resource)
          if (!actions.some(isGranted)) continue
          if (target !== 'many') {
            access.push({ verb, target, origin })
            continue
          }
          broad.add(`${verb} ${type}`)
          // A wildcard at the end of a name includes all parts.
          const isGrantedFor = (action: string, arn: string) =>
            isGranted(action) &&
            (part === '' || partsFor(action).some((each) => worksOn.test(each))) &&
            isAllowed(action, `${arn}${part}`)
          for (const { named, arn } of few.filter((each) => each.named.type === type)) {
            if (actions.some((action) => isGrantedFor(action, arn))) access.push({ verb, target: named, origin })
          }
        }
      }
    }
  }
  return { access, broad: [...broad].sort() }
}

function isDenial({ allows, isConditional }: Statement): boolean {
  return !allows && !isConditional
}

function covers({ actions, resources }: Statement, action: string, resource: string): boolean {
  return matches(actions, action) && matches(resources, resource)
}

function matches({ tests, inverted }: Patterns, text: string): boolean {
  return tests.some((test) => test.test(text)) !== inverted
}

/** `*` matches any characters, `?` one. */
function wildcard(pattern: string, flags: string): RegExp {
  const source = pattern.split(/([*?])/).map((part) => ({ '*': '.*', '?': '.' })[part] ?? RegExp.escape(part))
  return new RegExp(`^${source.join('')}$`, `s${flags}`)
}

/** Returns the rules that may apply to an ARN pattern. */
function rulesFor(resource: string): readonly AccessRule[] {
  const service = resource.split(':')[2] ?? '*'
  return /[*?]/.test(service) ? accessRules : (rulesByService.get(service) ?? [])
}

const rulesByService = Map.groupBy(accessRules, ({ service }) => service)

/** Objects, indexes, streams, consumers, paths, revisions, and versions are parts of a resource. */
const within: readonly RegExp[] = [
  /^(?<whole>arn:[^:]*:s3:::[^/]+)(?<part>\/).*$/,
  /^(?<whole>arn:[^:]*:dynamodb:[^:]*:[^:]*:table\/[^/]+)(?<part>\/[^/]*).*$/,
  /^(?<whole>arn:[^:]*:kinesis:[^:]*:[^:]*:stream\/[^/]+)(?<part>\/[^/]*).*$/,
  /^(?<whole>arn:[^:]*:es:[^:]*:[^:]*:domain\/[^/]+)(?<part>\/).*$/,
  /^(?<whole>arn:[^:]*:batch:[^:]*:[^:]*:job-definition\/[^:]+)(?<part>:).*$/,
  /^(?<whole>arn:[^:]*:lambda:[^:]*:[^:]*:function:[^:]+)(?<part>:).*$/,
]

const topicOfCluster = /^(arn:[^:]*:kafka:[^:]*:[^:]*):topic\/([^/]+\/[^/]+)\/.*$/

/**
 * `part`: how the ARN goes on after the resource itself, such as `/index`; `''` if it doesn't. ARNs of topics have the
 * name and the ID of their cluster.
 */
function withoutPart(resource: string): { readonly whole: string; readonly part: string } {
  const [, place, cluster] = topicOfCluster.exec(resource) ?? []
  if (cluster !== undefined) return { whole: `${place}:cluster/${cluster}`, part: '/topic' }
  const groups = within.map((pattern) => pattern.exec(resource)?.groups).find((found) => found !== undefined)
  return { whole: groups?.['whole'] ?? resource, part: groups?.['part'] ?? '' }
}

const anySecret = /^arn:[^:]*:secretsmanager:([^:*?]+):(\d{12}):secret:([^*?]+)-(?:\*|\?{6})$/

type Names = Place & { readonly secretNamed: SecretsNamed; readonly idsOfType: IdsOfType }

/** Of more resources, a policy with the beginning of their names says little about which of them a program uses. */
const mostNamed = 8

type Named = { readonly named: ResourceReference; readonly arn: string }

/** The resources that were read whose names begin as an ARN such as `table/shop-*` says, if they are few. */
function fewNamed(resource: string, place: Names): readonly Named[] {
  const [, beginning] = /^([^*?]+)\*$/.exec(inPlace(resource, place)) ?? []
  if (beginning === undefined || beginning.includes('${')) return []
  const start = resourceOfArn(beginning, place) ?? parameterOf(beginning, place)
  if (start === undefined || /^\/?$/.test(start.id)) return []
  const found: Named[] = []
  for (const id of place.idsOfType(start.type)) {
    if (!id.startsWith(start.id)) continue
    if (found.length === mostNamed) return []
    found.push({ named: { type: start.type, id }, arn: beginning + id.slice(start.id.length) })
  }
  return found
}

/** Fills in the scanned region and account where the ARN leaves them open. */
function inPlace(resource: string, { region, accountNumber }: Place): string {
  const [arn, partition, service, ownRegion, account, ...name] = resource.split(':')
  const filled = [ownRegion === '*' ? region : ownRegion, account === '*' ? accountNumber : account]
  return [arn, partition, service, ...filled, ...name].join(':')
}

/** `many`: set if a wildcard or a variable leaves the name open. */
function targetOf(resource: string, place: Names): ResourceReference | 'many' | undefined {
  const [, region, account, name] = anySecret.exec(resource) ?? []
  if (name !== undefined && region === place.region && account === place.accountNumber) {
    const id = place.secretNamed(name)
    return id === undefined ? undefined : { type: 'AWS::SecretsManager::Secret', id }
  }
  if (/[*?]|\$\{/.test(resource)) return 'many'
  return resourceOfArn(resource, place) ?? parameterOf(resource, place)
}

/** ARNs omit the leading slash of parameter names. */
function parameterOf(resource: string, place: Place): ResourceReference | undefined {
  const id = /^arn:[^:]*:ssm:/.test(resource) ? parameterName(resource, place) : undefined
  return id === undefined ? undefined : { type: 'AWS::SSM::Parameter', id }
}
