/** Faults that the simulated cloud injects: which calls, what happens to them, how often. */
import { ProviderError, providerError } from './provider-error.ts'
import type { Dialect } from './provider-error.ts'

const effects = [
  'throttle',
  'deny',
  'internal-error',
  'unavailable',
  'reset',
  'truncate',
  'html',
  'body',
  'padded',
  'long-texts',
  'sparse',
  'endless',
  'short-pages',
  'hang',
  'slow',
] as const

export type FaultEffect = (typeof effects)[number]

export type FaultRule = {
  readonly service?: string
  readonly operation?: string
  readonly region?: string
  readonly effect: FaultEffect
  /** 0 to 1, default 1; drawn from a sequence that the seed determines. */
  readonly probability?: number
  /** How often the rule strikes at most. */
  readonly times?: number
  /** Of `slow`: how long the answer is held back (default: 1000). */
  readonly delayMs?: number
  /** Of `body`: what is sent with status 200 in place of the answer (default: nothing), and its content type (default: the answer's). */
  readonly body?: string
  readonly contentType?: string
  /** Of `padded`: blanks after the answer; of `long-texts`: how long names, descriptions and tags are made (default: 1024). */
  readonly sizeKib?: number
}

export type TokenBucketLimit = { readonly capacity: number; readonly refillPerSecond: number }

export type Faults = {
  /** Added to every answer. */
  readonly latencyMs?: number
  readonly rules?: readonly FaultRule[]
  readonly seed?: number
  /** By service; one bucket per account and region. */
  readonly tokenBuckets?: Readonly<Record<string, TokenBucketLimit>>
}

export type FaultedCall = {
  readonly service: string
  readonly operation: string
  readonly region: string
  readonly accountId: string
  readonly dialect: Dialect
  readonly iamAction: string | null
}

/** What happens to one call: an error instead of its answer, or something done to the answer on its way. */
export type FaultVerdict = {
  readonly delayMs: number
  readonly error: 'throttled' | 'denied' | 'internal error' | 'unavailable' | null
  readonly answer: 'whole' | 'reset' | 'truncate' | 'body' | 'padded' | 'hang'
  /** Of `body`. */
  readonly replacement: { readonly body: string; readonly contentType: string | null } | null
  /** Of `padded`. */
  readonly paddingKib: number
  /** How long texts are made; 0: as they are. */
  readonly textKib: number
  /** Resources tell nothing but their own values: no lists and no structures. */
  readonly sparse: boolean
  /** Each page is told to be followed by itself. */
  readonly endless: boolean
  /** A page holds one item, whatever size was asked for: the provider promises no more. */
  readonly shortPages: boolean
}

export type FaultInjector = { judge(call: FaultedCall): FaultVerdict }

const consequences: Readonly<Record<FaultEffect, Partial<FaultVerdict>>> = {
  throttle: { error: 'throttled' },
  deny: { error: 'denied' },
  'internal-error': { error: 'internal error' },
  unavailable: { error: 'unavailable' },
  reset: { answer: 'reset' },
  truncate: { answer: 'truncate' },
  html: { answer: 'body' },
  body: { answer: 'body' },
  padded: { answer: 'padded' },
  'long-texts': {},
  sparse: { sparse: true },
  endless: { endless: true },
  'short-pages': { shortPages: true },
  hang: { answer: 'hang' },
  slow: {},
}

const maintenancePage = {
  body: '<!doctype html><html><head><title>Maintenance</title></head><body><p>Back soon.<br></body></html>',
  contentType: 'text/html',
}

export const noFault: FaultVerdict = {
  delayMs: 0,
  error: null,
  answer: 'whole',
  replacement: null,
  paddingKib: 0,
  textKib: 0,
  sparse: false,
  endless: false,
  shortPages: false,
}

const slowness = (rule: FaultRule) => (rule.effect === 'slow' ? (rule.delayMs ?? 1000) : 0)

export function createFaultInjector(faults: Faults, options: { latencyMs: number; now: () => number }): FaultInjector {
  const random = seededRandom(faults.seed ?? 1)
  const struck = new Map<FaultRule, number>()
  const buckets = new Map<string, { tokens: number; at: number }>()
  const latencyMs = options.latencyMs + (faults.latencyMs ?? 0)

  const strikes = (rule: FaultRule, call: FaultedCall) => {
    const fits =
      (rule.service ?? call.service) === call.service &&
      (rule.operation ?? call.operation) === call.operation &&
      (rule.region ?? call.region) === call.region
    const count = struck.get(rule) ?? 0
    if (!fits || count >= (rule.times ?? Infinity) || random() >= (rule.probability ?? 1)) return false
    struck.set(rule, count + 1)
    return true
  }

  const isOverRate = (call: FaultedCall) => {
    const limit = faults.tokenBuckets?.[call.service]
    if (limit === undefined) return false
    const name = `${call.service} ${call.accountId} ${call.region}`
    const now = options.now()
    const bucket = buckets.get(name) ?? { tokens: limit.capacity, at: now }
    const tokens = Math.min(limit.capacity, bucket.tokens + ((now - bucket.at) / 1000) * limit.refillPerSecond)
    buckets.set(name, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now })
    return tokens < 1
  }

  return {
    judge(call) {
      const whole: FaultVerdict = { ...noFault, delayMs: latencyMs }
      if (isOverRate(call)) return { ...whole, error: 'throttled' }
      const rule = faults.rules?.find((candidate) => strikes(candidate, call))
      if (rule === undefined) return whole
      const { effect, body = '', contentType = null, sizeKib = 1024 } = rule
      return {
        ...whole,
        ...consequences[effect],
        delayMs: latencyMs + slowness(rule),
        replacement: effect === 'html' ? maintenancePage : { body, contentType },
        paddingKib: sizeKib,
        textKib: effect === 'long-texts' ? sizeKib : 0,
      }
    },
  }
}

/** Mulberry32: small, and good enough to spread faults. Uniform in [0, 1). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The faults in a parsed JSON file. Throws a `RangeError` that names the wrong field. */
export function parseFaults(value: unknown, serviceNames: readonly string[]): Faults {
  const root = fields(value, 'faults', ['latencyMs', 'rules', 'seed', 'tokenBuckets'])
  checkNumber(root['latencyMs'], 'latencyMs', 0, Infinity)
  checkNumber(root['seed'], 'seed', 0, 2 ** 32 - 1)
  if (root['rules'] !== undefined && !Array.isArray(root['rules'])) throw new RangeError('rules must be a list')
  for (const [index, rule] of ((root['rules'] ?? []) as unknown[]).entries())
    checkRule(rule, `rules[${index}]`, serviceNames)
  const buckets = root['tokenBuckets'] === undefined ? {} : fields(root['tokenBuckets'], 'tokenBuckets', null)
  for (const [service, limit] of Object.entries(buckets)) {
    const at = `tokenBuckets.${service}`
    checkService(service, at, serviceNames)
    const bucket = fields(limit, at, ['capacity', 'refillPerSecond'])
    if (bucket['capacity'] === undefined) throw new RangeError(`${at}.capacity is missing`)
    if (bucket['refillPerSecond'] === undefined) throw new RangeError(`${at}.refillPerSecond is missing`)
    checkNumber(bucket['capacity'], `${at}.capacity`, 0, Infinity)
    checkNumber(bucket['refillPerSecond'], `${at}.refillPerSecond`, 0, Infinity)
  }
  return root
}

const ruleFields = [
  'service',
  'operation',
  'region',
  'effect',
  'probability',
  'times',
  'delayMs',
  'body',
  'contentType',
  'sizeKib',
]

function checkRule(value: unknown, at: string, serviceNames: readonly string[]): void {
  const rule = fields(value, at, ruleFields)
  if (!effects.some((effect) => effect === rule['effect'])) {
    throw new RangeError(`${at}.effect must be one of ${effects.join(', ')}`)
  }
  for (const name of ['service', 'operation', 'region', 'body', 'contentType']) {
    const text = rule[name]
    if (text !== undefined && typeof text !== 'string') throw new RangeError(`${at}.${name} must be a string`)
  }
  if (typeof rule['service'] === 'string') checkService(rule['service'], `${at}.service`, serviceNames)
  checkNumber(rule['probability'], `${at}.probability`, 0, 1)
  checkNumber(rule['times'], `${at}.times`, 0, Infinity)
  checkNumber(rule['delayMs'], `${at}.delayMs`, 0, Infinity)
  checkNumber(rule['sizeKib'], `${at}.sizeKib`, 0, 1024 * 1024)
}

function checkService(name: string, at: string, serviceNames: readonly string[]): void {
  if (!serviceNames.includes(name)) throw new RangeError(`${at} must name one of ${serviceNames.join(', ')}`)
}

function fields(value: unknown, at: string, known: readonly string[] | null): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`${at} must be an object`)
  const unknown = Object.keys(value).find((key) => known !== null && !known.includes(key))
  if (unknown !== undefined) throw new RangeError(`${at}.${unknown} is not known; known are ${known?.join(', ')}`)
  return value as Record<string, unknown>
}

function checkNumber(value: unknown, at: string, minimum: number, maximum: number): void {
  if (value === undefined) return
  if (typeof value !== 'number' || !(value >= minimum && value <= maximum)) {
    const range = maximum === Infinity ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
    throw new RangeError(`${at} must be a number ${range}`)
  }
}

/** The provider's error for an injected refusal. */
export function faultError(
  error: NonNullable<FaultVerdict['error']>,
  call: FaultedCall,
  callerArn: string,
): ProviderError {
  const detail =
    error === 'denied'
      ? `User: ${callerArn} is not authorized to perform: ${call.iamAction ?? call.operation} with an explicit deny in an identity-based policy`
      : ''
  return providerError(call.dialect, error, detail)
}
