/**
 * Reads a plan of Terraform or OpenTofu. Source: "JSON output format" in the documentation of both, which have the same
 * format, version 1.
 */
import { configurationOf, configuredRegions, type References } from './configuration-references.ts'
import {
  type Action,
  isObject,
  isPlanObject,
  type ManagedResource,
  NotKnown,
  type Place,
  type Plan,
  PlanError,
  type PlannedChange,
  type PlanObject,
  type PlanValue,
} from './plan.ts'

type Document = Readonly<Record<string, unknown>>

/** Throws `PlanError`. */
export function readTerraformPlan(document: Document): Plan {
  checkVersion(document['format_version'])
  if ('resource_changes' in document ? !Array.isArray(document['resource_changes']) : !('planned_values' in document)) {
    throw new PlanError(
      'values' in document
        ? 'This is a state, not a plan. Use "terraform show -json" with the name of a plan file.'
        : 'The plan has no resource_changes. It may be cut off.',
    )
  }
  if (document['errored'] === true) throw new PlanError('Terraform could not complete this plan, so parts are missing.')
  const listed = listOf(document['resource_changes'], 'resource_changes').filter(isManaged)
  const references = configurationOf(
    document['configuration'],
    listed.map(({ address }) => address),
  )
  const regionOf = configuredRegions(document['configuration'])
  const managed = [...managedIn(document['prior_state']), ...driftedAway(document['resource_drift'])]
  return {
    format: 'Terraform plan',
    changes: listed
      .filter(({ provider }) => isOfAws(provider))
      .map((change) => plannedChange(change, references, regionOf)),
    managed,
    missing: missingParts(document),
    place: placeOf(managed),
  }
}

function distinct(all: readonly (string | null)[]): readonly string[] {
  return [...new Set(all)].filter((each) => each !== null)
}

/** From the ARNs of what it manages. */
function placeOf(managed: readonly ManagedResource[]): Plan['place'] {
  return {
    regions: distinct(managed.map(({ region }) => region)),
    accounts: distinct(managed.map(({ accountId }) => accountId)),
  }
}

function checkVersion(version: unknown): void {
  if (typeof version !== 'string' || !/^\d+\.\d+$/u.test(version)) {
    throw new PlanError('The format_version of the plan is invalid.')
  }
  if (version.startsWith('1.')) return
  throw new PlanError(
    `The plan has format version ${version}, and only version 1 is supported. Use Terraform 1.1 or later, or OpenTofu.`,
  )
}

type Listed = {
  readonly address: string
  readonly type: string
  readonly mode: unknown
  readonly provider: string
  readonly actions: readonly string[]
  readonly change: Document
}

function listOf(value: unknown, name: string): readonly Listed[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new PlanError(`${name} of the plan isn't a list.`)
  return value.map((entry: unknown) => {
    const change = isObject(entry) ? entry['change'] : undefined
    const actions = isObject(change) ? change['actions'] : undefined
    if (!isObject(entry) || !isObject(change) || !Array.isArray(actions) || typeof entry['type'] !== 'string') {
      throw new PlanError(`An entry of ${name} of the plan has no address, type, or actions.`)
    }
    const { address, type, mode, provider_name: provider } = entry
    if (typeof address !== 'string' || !actions.every((action) => typeof action === 'string')) {
      throw new PlanError(`An entry of ${name} of the plan has no address, type, or actions.`)
    }
    return { address, type, mode, provider: typeof provider === 'string' ? provider : '', actions, change }
  })
}

const isManaged = ({ mode }: Listed) => mode === 'managed'

/** `registry.terraform.io/hashicorp/aws`, also from mirrors. Providers for other clouds change nothing here. */
function isOfAws(provider: string): boolean {
  return /(?:^|\/)aws$/u.test(provider)
}

const actionsInWords: ReadonlyMap<string, Action> = new Map([
  ['create', 'create'],
  ['update', 'update'],
  ['delete', 'delete'],
  ['create delete', 'replace'],
  ['delete create', 'replace'],
  ['no-op', 'none'],
  ['read', 'none'],
  ['forget', 'none'],
  // Terraform forgets the old resource, which stays, and makes another one.
  ['create forget', 'create'],
  ['forget create', 'create'],
])

function plannedChange(
  { address, type, actions, change }: Listed,
  references: References,
  regionOf: (address: string) => string | null,
): PlannedChange {
  const action = actionsInWords.get(actions.join(' '))
  if (action === undefined) throw new PlanError(`The plan has an unknown action: ${actions.join(' ').slice(0, 50)}.`)
  const before = withoutUnknown(change['before'], change['before_sensitive'])
  const after =
    action === 'delete'
      ? null
      : afterOf(change['after'], change['after_unknown'], change['after_sensitive'], references(address))
  const place = placeIn(before ?? after ?? {})
  return { ...place, region: place.region ?? regionOf(address), address, type, action, before, after }
}

/** The attribute `region` comes with version 6 of the AWS provider. ARNs of global resources have no region. */
function placeIn({ arn, region }: PlanObject): Place {
  const [, , , ofArn = '', account = ''] = typeof arn === 'string' ? arn.split(':') : []
  const own = typeof region === 'string' ? region : ofArn
  return { region: own === '' ? null : own, accountId: /^\d{12}$/u.test(account) ? account : null }
}

function withoutUnknown(value: unknown, sensitive: unknown): PlanObject | null {
  return afterOf(value, false, sensitive, noExpressions)
}

const noExpressions: ReturnType<References> = { isSet: () => true, addressesAt: () => [] }

type Expressions = ReturnType<References>

/** `null` if nothing of it is known. */
function afterOf(value: unknown, unknown: unknown, sensitive: unknown, expressions: Expressions): PlanObject | null {
  const values = isObject(value) ? merged(value, unknown, sensitive, expressions) : null
  return isPlanObject(values) ? values : null
}

/** Known values, with marks for those that are sensitive or not known yet. `path`: without positions in lists. */
function merged(
  value: unknown,
  unknown: unknown,
  sensitive: unknown,
  expressions: Expressions,
  path: readonly string[] = [],
): PlanValue {
  if (sensitive === true) return new NotKnown('sensitive')
  if (unknown === true) {
    return expressions.isSet(path)
      ? new NotKnown('after apply', expressions.addressesAt(path))
      : new NotKnown('computed')
  }
  if (Array.isArray(value) || Array.isArray(unknown)) return mergedList(value, unknown, sensitive, expressions, path)
  if (isObject(value) || isObject(unknown)) {
    const [known, marks, secrets] = [value, unknown, sensitive].map((each) => (isObject(each) ? each : {}))
    const names = new Set([...Object.keys(known ?? {}), ...Object.keys(marks ?? {})])
    return Object.fromEntries(
      [...names].map((name) => [
        name,
        merged(known?.[name], marks?.[name], secrets?.[name], expressions, [...path, name]),
      ]),
    )
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function mergedList(
  value: unknown,
  unknown: unknown,
  sensitive: unknown,
  expressions: Expressions,
  path: readonly string[],
): PlanValue {
  const [known, marks, secrets] = [value, unknown, sensitive].map((each) => (Array.isArray(each) ? each : []))
  const length = Math.max(known?.length ?? 0, marks?.length ?? 0)
  return Array.from({ length }, (_, place) =>
    merged(known?.[place], marks?.[place], secrets?.[place], expressions, path),
  )
}

function managedIn(state: unknown): readonly ManagedResource[] {
  const values = isObject(state) ? state['values'] : undefined
  return isObject(values) ? managedInModule(values['root_module']) : []
}

function managedInModule(module: unknown): readonly ManagedResource[] {
  if (!isObject(module)) return []
  const { resources, child_modules: children } = module
  const own = Array.isArray(resources) ? resources : []
  return [
    ...own.flatMap((resource: unknown): readonly ManagedResource[] => {
      if (!isObject(resource)) return []
      const { address, type, mode, values, provider_name: provider, sensitive_values: sensitive } = resource
      if (mode !== 'managed' || typeof provider !== 'string' || !isOfAws(provider)) return []
      const known = withoutUnknown(values, sensitive)
      if (typeof address !== 'string' || typeof type !== 'string' || known === null) return []
      return [{ ...placeIn(known), address, type, values: known }]
    }),
    ...(Array.isArray(children) ? children : []).flatMap(managedInModule),
  ]
}

/** What was deleted outside Terraform. The refreshed state doesn't have it any more. */
function driftedAway(drift: unknown): readonly ManagedResource[] {
  return listOf(drift, 'resource_drift')
    .filter((entry) => isManaged(entry) && isOfAws(entry.provider) && entry.actions.includes('delete'))
    .flatMap(({ address, type, change }) => {
      const values = withoutUnknown(change['before'], change['before_sensitive'])
      return values === null ? [] : [{ ...placeIn(values), address, type, values }]
    })
}

function missingParts(document: Document): readonly string[] {
  const deferred = document['deferred_changes']
  return Array.isArray(deferred) && deferred.length > 0 ? ['Terraform deferred some changes to a later plan.'] : []
}
