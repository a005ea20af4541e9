/** Faults that the simulated cloud injects: which calls, what happens to them, how often. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import { type Dialect, ProviderError, providerError } from './provider-error.ts'
import { serviceNames } from './service-catalogue.ts'

const anyNumber = Type.Number({ minimum: 0 })

const rule = Type.Object(
  {
    service: Type.Optional(Type.Enum([...serviceNames])),
    operation: Type.Optional(Type.String()),
    region: Type.Optional(Type.String()),
    effect: Type.Enum([
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
    ]),
    /** Default: 1; drawn from a sequence that the seed determines. */
    probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    /** How often the rule strikes at most. */
    times: Type.Optional(anyNumber),
    /** Of `slow`: how long the answer is held back (default: 1000). */
    delayMs: Type.Optional(anyNumber),
    /** Of `body`: what is sent with status 200 in place of the answer (default: nothing), and its content type (default: the answer's). */
    body: Type.Optional(Type.String()),
    contentType: Type.Optional(Type.String()),
    /** Of `padded`: blanks after the answer; of `long-texts`: how long names, descriptions and tags are made (default: 1024). */
    sizeKib: Type.Optional(Type.Number({ minimum: 0, maximum: 1024 * 1024 })),
  },
  { additionalProperties: false },
)

const tokenBucket = Type.Object({ capacity: anyNumber, refillPerSecond: anyNumber }, { additionalProperties: false })

const faultsFile = Type.Object(
  {
    /** Added to every answer. */
    latencyMs: Type.Optional(anyNumber),
    rules: Type.Optional(Type.Array(rule)),
    seed: Type.Optional(Type.Number({ minimum: 0, maximum: 2 ** 32 - 1 })),
    /** By service; one bucket per account and region. */
    tokenBuckets: Type.Optional(
      Type.Object(Object.fromEntries(serviceNames.map((name) => [name, Type.Optional(tokenBucket)])), {
        additionalProperties: false,
      }),
    ),
  },
  { additionalProperties: false },
)

export type FaultRule = Static<typeof rule>
export type FaultEffect = FaultRule['effect']
export type Faults = Static<typeof faultsFile>

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
export function parseFaults(value: unknown): Faults {
  // A field that is not known is reported twice, by itself as one that no schema allows.
  const problem = Value.Errors(faultsFile, value).find(({ keyword }) => keyword !== 'boolean')
  if (problem === undefined) return value as Faults
  const at = `faults${problem.instancePath.replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.')}`
  switch (problem.keyword) {
    case 'additionalProperties':
      throw new RangeError(`${at}.${problem.params.additionalProperties[0]} is not known`)
    case 'required':
      throw new RangeError(`${at}.${problem.params.requiredProperties[0]} is missing`)
    case 'enum':
      throw new RangeError(`${at} must be one of ${problem.params.allowedValues.join(', ')}`)
    default:
      throw new RangeError(`${at} ${problem.message}`)
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
