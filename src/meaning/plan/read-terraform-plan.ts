/**
 * Reads a plan of Terraform or OpenTofu. Source: "JSON output format" in the documentation of both, which have the same
 * format, version 1.
 */
import { isDeepStrictEqual } from 'node:util'
import { configurationOf, providersOf, type References } from './configuration-references.ts'
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
    new Map(listed.filter(isThereAfter).map(({ address, actions }) => [address, actions.includes('create')])),
  )
  const changes = listed.filter(({ provider }) => isOfAws(provider)).map((change) => plannedChange(change, references))
  const managed = [...managedIn(document['prior_state']), ...driftedAway(document['resource_drift'])]
  if (changes.length === 0 && managed.length === 0 && listed.length > 0) {
    throw new PlanError('The plan has no resources of AWS.')
  }
  const placed = withPlaces(document['configuration'], changes, managed)
  return {
    format: 'Terraform plan',
    changes: placed.changes,
    managed,
    missing: [...missingParts(document), ...placed.unplaced],
    place: placeOf(managed),
  }
}

type Placed = { readonly changes: readonly PlannedChange[]; readonly unplaced: readonly string[] }

/**
 * A new resource is where its provider is: by the configuration, or by what the same provider already manages. Without
 * either, the only provider of a plan is the one of the scan. Another one has the same account if both have the
 * credentials of the environment.
 */
function withPlaces(
  configuration: unknown,
  changes: readonly PlannedChange[],
  managed: readonly ManagedResource[],
): Placed {
  const providers = providersOf(configuration)
  const byProvider = Map.groupBy(managed, ({ address }) => providers.providerOf(address))
  const placeOfProvider = new Map(
    [...byProvider].map(([provider, all]) => [
      provider,
      { accountId: only(all.map((each) => each.accountId)), region: only(all.map((each) => each.region)) },
    ]),
  )
  const used = new Set(changes.map(({ address }) => providers.providerOf(address)))
  const main = used.size === 1 ? [...used][0] : 'aws'
  const placed = changes.map((change): PlannedChange => {
    const provider = providers.providerOf(change.address)
    const shown = placeOfProvider.get(provider)
    return {
      ...change,
      region: change.region ?? providers.regionOf(provider) ?? shown?.region ?? null,
      accountId: change.accountId ?? shown?.accountId ?? null,
    }
  })
  const notKnownOf = ({ address, before, region, accountId }: PlannedChange): 'region' | 'account' | null => {
    const provider = providers.providerOf(address)
    if (before !== null || provider === null || provider === main) return null
    if (region === null) return 'region'
    const isShared = ![provider, main].some((each) => each !== undefined && providers.hasCredentials(each ?? ''))
    return accountId === null && !isShared ? 'account' : null
  }
  return {
    changes: placed.filter((change) => notKnownOf(change) === null),
    unplaced: placed.flatMap((change) => {
      const part = notKnownOf(change)
      if (part === null || change.action === 'none') return []
      return [`The ${part} of ${change.address} isn't known, so that it is left out.`]
    }),
  }
}

function only(all: readonly (string | null)[]): string | null {
  const [first = null, ...others] = distinct(all)
  return others.length === 0 ? first : null
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
    const { address, type, mode, provider_name: provider, deposed } = entry
    if (typeof address !== 'string' || !actions.every((action) => typeof action === 'string')) {
      throw new PlanError(`An entry of ${name} of the plan has no address, type, or actions.`)
    }
    return {
      // What an earlier replacement couldn't delete has the address of the resource that replaced it.
      address: typeof deposed === 'string' ? `${address} (deposed object ${deposed})` : address,
      type,
      mode,
      provider: typeof provider === 'string' ? provider : '',
      actions,
      change,
    }
  })
}

const isManaged = ({ mode }: Listed) => mode === 'managed'

const isThereAfter = ({ actions }: Listed) => actions.includes('create') || !actions.includes('delete')

/**
 * `registry.terraform.io/hashicorp/aws`, also from mirrors, and `awscc` for Cloud Control. Providers for other clouds
 * change nothing here.
 */
function isOfAws(provider: string): boolean {
  return /(?:^|\/)aws(?:cc)?$/u.test(provider)
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

function plannedChange({ address, type, actions, change }: Listed, references: References): PlannedChange {
  const action = actionsInWords.get(actions.join(' '))
  if (action === undefined) throw new PlanError(`The plan has an unknown action: ${actions.join(' ').slice(0, 50)}.`)
  const before = action === 'create' ? null : withoutUnknown(change['before'], change['before_sensitive'])
  const after = action === 'delete' ? null : afterOf(change, references(address))
  return { ...placeIn(before ?? after ?? {}), address, type, action, before, after }
}

/** The attribute `region` comes with version 6 of the AWS provider. ARNs of global resources have no region. */
function placeIn({ arn, region }: PlanObject): Place {
  const [, , , ofArn = '', account = ''] = typeof arn === 'string' ? arn.split(':') : []
  const own = typeof region === 'string' ? region : ofArn
  return { region: own === '' ? null : own, accountId: /^\d{12}$/u.test(account) ? account : null }
}

function withoutUnknown(value: unknown, sensitive: unknown): PlanObject | null {
  return valuesOf({ value, sensitive, old: value }, noExpressions)
}

const noExpressions: ReturnType<References> = { isSet: () => true, namedAt: () => ({ addresses: [], isOneOf: false }) }

type Expressions = ReturnType<References>

/** A value, what is marked of it, and the value before. */
type Marked = {
  readonly value: unknown
  readonly unknown?: unknown
  readonly sensitive: unknown
  readonly old: unknown
}

function afterOf(change: Document, expressions: Expressions): PlanObject | null {
  const { before: old, after: value, after_unknown: unknown, after_sensitive: sensitive } = change
  return valuesOf({ value, unknown, sensitive, old }, expressions)
}

/** `null` if nothing of it is known. */
function valuesOf(marked: Marked, expressions: Expressions): PlanObject | null {
  const values = isObject(marked.value) ? merged(marked, expressions) : null
  return isPlanObject(values) ? values : null
}

/**
 * Known values, with marks for those that are sensitive or not known yet. `path`: without positions in lists. `count`:
 * of unknown items, if it is one of a list.
 */
function merged(marked: Marked, expressions: Expressions, path: readonly string[] = [], count?: number): PlanValue {
  const { value, unknown, sensitive, old } = marked
  if (sensitive === true) return new NotKnown('sensitive', [], unknown === true || !isDeepStrictEqual(value, old))
  if (unknown === true) {
    if (!expressions.isSet(path)) return new NotKnown('computed')
    const { addresses, isOneOf } = expressions.namedAt(path, count)
    return new NotKnown('after apply', addresses, false, isOneOf)
  }
  if (Array.isArray(value) || Array.isArray(unknown)) {
    const length = Math.max(lengthOf(value), lengthOf(unknown))
    const unknowns = Array.isArray(unknown) ? unknown.filter((each) => each === true).length : 0
    return Array.from({ length }, (_, place) => merged(memberOf(marked, place), expressions, path, unknowns))
  }
  if (isObject(value) || isObject(unknown)) {
    const names = new Set([value, unknown].flatMap((each) => (isObject(each) ? Object.keys(each) : [])))
    return Object.fromEntries(
      [...names].map((name) => [name, merged(memberOf(marked, name), expressions, [...path, name])]),
    )
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}

function memberOf({ value, unknown, sensitive, old }: Marked, name: string | number): Marked {
  const [member, mark, secret, before] = [value, unknown, sensitive, old].map((each) =>
    typeof each === 'object' && each !== null ? (each as Readonly<Record<string | number, unknown>>)[name] : undefined,
  )
  return { value: member, unknown: mark, sensitive: secret, old: before }
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
  const isDeferred = hasEntries(document['deferred_changes'])
  return [
    ...(isDeferred ? ['Terraform deferred some changes to a later plan.'] : []),
    ...(document['complete'] === false && !isDeferred ? ['Terraform needs another plan after this one.'] : []),
    ...(hasEntries(document['action_invocations']) ? ['Actions that the plan invokes are not evaluated.'] : []),
  ]
}

function hasEntries(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0
}
