/** Evaluates which named resources the policies of a role allow access to. The policies themselves aren't stored. */
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import { parameterName, type Place } from '../../references/arn.ts'
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
  /** Access without an exact name, to any resource of a type or to all with the same prefix. Sorted. */
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
export function accessOf(
  policies: readonly Policy[],
  boundary: readonly Statement[] | null,
  place: Place & { readonly secretNamed: SecretsNamed },
): RoleAccess {
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
        const worksOn = wildcard(part, '')
        for (const { verb, type, actions } of rulesFor(resource)) {
          if (target !== 'many' && target?.type !== type) continue
          const isGranted = (action: string) =>
            matches(statement.actions, action) &&
            (target === 'many' || partsFor(action).some((each) => worksOn.test(each))) &&
            isAllowed(action, resource)
          if (!actions.some(isGranted)) continue
          if (target === 'many') broad.add(`${verb} ${type}`)
          else access.push({ verb, target, origin })
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

/** `many`: set if a wildcard or a variable leaves the name open. */
function targetOf(
  resource: string,
  place: Place & { readonly secretNamed: SecretsNamed },
): ResourceReference | 'many' | undefined {
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
