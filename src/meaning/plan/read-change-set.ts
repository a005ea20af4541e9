/**
 * Reads a change set of CloudFormation. Source: "DescribeChangeSet" in the API reference, and "View a change set" in the
 * user guide.
 */
import {
  type Action,
  checkDepth,
  isObject,
  NotKnown,
  type Plan,
  PlanError,
  type PlannedChange,
  type PlanObject,
  type PlanValue,
} from './plan.ts'

type Document = Readonly<Record<string, unknown>>

/** Throws `PlanError`. */
export function readChangeSet(document: Document): Plan {
  const { Changes: changes, NextToken: token } = document
  checkStatus(document)
  if (!Array.isArray(changes)) throw new PlanError('The change set has no list of changes. It may be cut off.')
  if (typeof token === 'string') {
    throw new PlanError('This is only a part of the change set. Send all of its pages together, without NextToken.')
  }
  const resources = changes.flatMap((change: unknown) => resourceChange(change) ?? [])
  const planned = resources.map(plannedChange)
  const undecided = resources.filter(({ Replacement: replacement }) => replacement === 'Conditional')
  return {
    format: 'CloudFormation change set',
    changes: planned,
    managed: null,
    missing: [
      ...(resources.some(hasNoValues) ? ['Some values are missing. Use --include-property-values.'] : []),
      ...undecided.map(
        ({ LogicalResourceId: name }) => `CloudFormation only decides later whether it replaces ${name}.`,
      ),
    ],
    place: placeOf(document['StackId']),
  }
}

const ended: Readonly<Record<string, string>> = {
  EXECUTE_COMPLETE: 'This change set was already executed.',
  EXECUTE_IN_PROGRESS: 'This change set is being executed.',
  EXECUTE_FAILED: 'This change set was executed, and failed.',
  OBSOLETE: 'This change set is obsolete, because its stack has changed since.',
}

function checkStatus({ Status: status, StatusReason: reason, ExecutionStatus: execution }: Document): void {
  const end = ended[String(execution)]
  if (end !== undefined) throw new PlanError(`${end} Create another one.`)
  if (status === undefined || status === 'CREATE_COMPLETE' || isWithoutChanges(status, reason)) return
  throw new PlanError(
    status === 'CREATE_PENDING' || status === 'CREATE_IN_PROGRESS'
      ? 'The change set is not complete. CloudFormation is still creating it.'
      : 'The change set is not complete. CloudFormation could not create it, or deleted it.',
  )
}

/** CloudFormation calls a change set failed that changes nothing. Source: messages of `CreateChangeSet`. */
function isWithoutChanges(status: unknown, reason: unknown): boolean {
  return status === 'FAILED' && /didn't contain changes|No updates are to be performed/u.test(String(reason))
}

function placeOf(stack: unknown): Plan['place'] {
  const [, , , region = '', account = ''] = typeof stack === 'string' ? stack.split(':') : []
  return { accounts: account === '' ? [] : [account], regions: region === '' ? [] : [region] }
}

type ResourceChange = Document & { readonly LogicalResourceId: string; readonly ResourceType: string }

function resourceChange(change: unknown): ResourceChange | null {
  const found = isObject(change) ? change['ResourceChange'] : undefined
  // Changes of hooks have no resource.
  if (isObject(change) && change['Type'] !== 'Resource' && found === undefined) return null
  if (!isObject(found)) throw new PlanError('A change of the change set has no resource. It may be cut off.')
  const { LogicalResourceId: name, ResourceType: type } = found
  if (typeof name !== 'string' || typeof type !== 'string') {
    throw new PlanError('A change of the change set has no logical ID or type.')
  }
  return { ...found, LogicalResourceId: name, ResourceType: type }
}

/** Values after an update say little without those before. */
function hasNoValues(change: ResourceChange): boolean {
  const action = actionOf(change)
  const { BeforeContext: before, AfterContext: after } = change
  if (action === 'update' && typeof before !== 'string') return true
  return typeof after !== 'string' && (action === 'create' || action === 'update' || action === 'replace')
}

function plannedChange(change: ResourceChange): PlannedChange {
  const { LogicalResourceId: address, ResourceType: type, PhysicalResourceId: id } = change
  const action = actionOf(change)
  const existed = action !== 'create'
  const before = existed ? valuesOf(change['BeforeContext'], noDetails) : null
  const after = action === 'delete' ? null : valuesOf(change['AfterContext'], detailsOf(change['Details']))
  const own = typeof id === 'string' && id !== '' ? { id } : {}
  return {
    // All of a stack is where the stack is.
    accountId: null,
    region: null,
    address,
    type,
    action,
    before: existed ? { ...before, ...own } : null,
    after: after === null ? null : { ...after, ...(action === 'update' || action === 'none' ? own : {}) },
  }
}

/** What CloudFormation only decides later counts as an update: the type, and nothing else, is then known. */
function actionOf({ Action: action, Replacement: replacement, PolicyAction: policy }: ResourceChange): Action {
  switch (action) {
    case 'Add':
      return 'create'
    case 'Remove':
      return policy === 'Retain' ? 'none' : 'delete'
    case 'Modify':
      if (replacement !== 'True') return 'update'
      // Otherwise the old resource stays, and leaves the stack.
      return policy === 'ReplaceAndRetain' ? 'create' : 'replace'
    case 'Dynamic':
      return 'update'
    case 'Import':
    case 'SyncWithActual':
      return 'none'
    default:
      throw new PlanError('The change set has an unknown action.')
  }
}

/** The details of a change about its values, by the path of the value. */
type Details = {
  /** Logical IDs of the resources that values come from. */
  readonly causes: ReadonlyMap<string, string>
  /** Values that change, also those that are asterisks before and after. */
  readonly changed: readonly string[]
}

const noDetails: Details = { causes: new Map(), changed: [] }

function detailsOf(details: unknown): Details {
  const all = (Array.isArray(details) ? details.filter(isObject) : []).flatMap((detail) => {
    const { Target: target, ChangeSource: source, CausingEntity: cause } = detail
    return isObject(target) ? [{ path: pathOf(target), source, cause }] : []
  })
  return {
    causes: new Map(
      all.flatMap(({ path, source, cause }) => {
        if (typeof cause !== 'string' || !String(source).startsWith('Resource')) return []
        const [logicalId = ''] = cause.split('.')
        return [[path, logicalId] as const]
      }),
    ),
    changed: all.map(({ path }) => path),
  }
}

function pathOf({ Path: path, Name: name }: Record<string, unknown>): string {
  return typeof path === 'string' ? path : `/Properties/${String(name)}`
}

/** The properties in a context, which is JSON text. */
function valuesOf(context: unknown, details: Details): PlanObject | null {
  if (typeof context !== 'string') return null
  const parsed = parse(context)
  const properties = isObject(parsed) ? parsed['Properties'] : undefined
  return isObject(properties) ? (planValue(properties, '/Properties', details) as PlanObject) : null
}

function parse(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new PlanError('The values of a resource in the change set are cut off.')
  }
  checkDepth(value)
  return value
}

function planValue(value: unknown, path: string, details: Details): PlanValue {
  if (typeof value === 'string') return textValue(value, path, details)
  if (Array.isArray(value)) return value.map((each, place) => planValue(each, `${path}/${place}`, details))
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, planValue(each, `${path}/${name}`, details)]),
    )
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** Dynamic references name secrets, and parameters with `NoEcho` are asterisks. */
function textValue(text: string, path: string, { causes, changed }: Details): PlanValue {
  if (text.includes('{{resolve:') || /^\*{4,}$/u.test(text)) {
    return new NotKnown(
      'sensitive',
      [],
      changed.some((each) => path === each || path.startsWith(`${each}/`)),
    )
  }
  if (!text.includes('{{changeSet:KNOWN_AFTER_APPLY}}')) return text
  const cause = causes.get(path) ?? causes.get(path.split('/').slice(0, 3).join('/'))
  return new NotKnown('after apply', cause === undefined ? [] : [cause])
}
