/** A plan of Terraform, OpenTofu, or CloudFormation, in one form: what it changes, and what it doesn't know yet. */

/** A value that isn't in the plan. It is never treated as absent or safe. */
export class NotKnown {
  /** `computed`: nobody sets it, so that AWS or the provider chooses it. */
  readonly why: 'after apply' | 'computed' | 'sensitive'
  /** Addresses of the changed resources that it is an ID or ARN of, if the plan shows that. */
  readonly addresses: readonly string[]
  /** The plan changes it. Otherwise, a sensitive value equals the one before. */
  readonly isChanged: boolean
  /** It comes from one of the addresses, or from some, and the plan doesn't show from which. */
  readonly isOneOf: boolean

  constructor(why: NotKnown['why'], addresses: readonly string[] = [], isChanged = false, isOneOf = false) {
    this.why = why
    this.addresses = addresses
    this.isChanged = isChanged
    this.isOneOf = isOneOf
  }
}

export type PlanValue = null | boolean | number | string | NotKnown | readonly PlanValue[] | PlanObject
export type PlanObject = { readonly [name: string]: PlanValue }

/** `none`: it stays as it is. */
export type Action = 'create' | 'update' | 'delete' | 'replace' | 'none'

/** `null`: unknown. */
export type Place = { readonly accountId: string | null; readonly region: string | null }

export type PlannedChange = Place & {
  /** The address in the plan, such as `module.shop.aws_instance.web[0]`, or the logical ID in a stack. */
  readonly address: string
  /** As in the plan: `aws_instance` or `AWS::EC2::Instance`. */
  readonly type: string
  readonly action: Action
  /** `null`: it doesn't exist, or the plan doesn't have its values. */
  readonly before: PlanObject | null
  readonly after: PlanObject | null
}

/** A resource that the tool believes to exist. */
export type ManagedResource = Place & { readonly address: string; readonly type: string; readonly values: PlanObject }

export type PlanFormat = 'Terraform plan' | 'CloudFormation change set'

export type Plan = {
  readonly format: PlanFormat
  /** In the order of the plan. */
  readonly changes: readonly PlannedChange[]
  /** What it manages. `null`: unknown, because the plan only lists changes. */
  readonly managed: readonly ManagedResource[] | null
  /** What isn't in the plan, though it changes something. For people. */
  readonly missing: readonly string[]
  /** The AWS accounts and regions that it names. Empty: it names none. */
  readonly place: { readonly accounts: readonly string[]; readonly regions: readonly string[] }
}

/** The document isn't a plan that can be read. The message is for people and has no values of the plan. */
export class PlanError extends Error {
  override readonly name = 'PlanError'
}

/** A plan has less than 100 levels. Reading millions of them would end the process. */
const mostLevels = 500

/** Throws `PlanError`. */
export function checkDepth(document: unknown): void {
  if (isDeeperThan(mostLevels, document)) {
    throw new PlanError('The plan has too many levels of values within values.')
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each))
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NotKnown)
}

export function isPlanObject(value: PlanValue | undefined): value is PlanObject {
  return isObject(value)
}
