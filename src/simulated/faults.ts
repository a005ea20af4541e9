/** Defines the faults of the simulated cloud: the affected calls, the effect, and the frequency. */
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ErrorKind } from './provider-error.ts'
import { serviceNames } from './service-catalogue.ts'

const anyNumber = Type.Number({ minimum: 0 })

const rule = Type.Object(
  {
    service: Type.Optional(Type.Enum([...serviceNames])),
    operation: Type.Optional(Type.String()),
    region: Type.Optional(Type.String()),
    /** `hold`: no response until other faults are set, which then decide. */
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
      'hold',
      'slow',
    ]),
    /** Default: 1. Random numbers depend on the seed. */
    probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    /** The maximum number of times. */
    times: Type.Optional(anyNumber),
    /** For `slow`: the delay of the response (default: 1000). */
    delayMs: Type.Optional(anyNumber),
    /**
     * For `body`: the replacement of the response with status 200 (default: empty), and its content type (default:
     * unchanged).
     */
    body: Type.Optional(Type.String()),
    contentType: Type.Optional(Type.String()),
    /**
     * For `padded`: white space after the response. For `long-texts`: the length of names, descriptions, and tags
     * (default: 1024).
     */
    sizeKib: Type.Optional(Type.Number({ minimum: 0, maximum: 1024 * 1024 })),
  },
  { additionalProperties: false },
)

const tokenBucket = Type.Object({ capacity: anyNumber, refillPerSecond: anyNumber }, { additionalProperties: false })

const faultsFile = Type.Object(
  {
    /** Added to every response. */
    latencyMs: Type.Optional(anyNumber),
    rules: Type.Optional(Type.Array(rule)),
    seed: Type.Optional(Type.Number({ minimum: 0, maximum: 2 ** 32 - 1 })),
    /** By service, with one bucket for each account and region. */
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
}

/** What happens to one call. */
export type FaultVerdict = {
  readonly delayMs: number
  /** The error that replaces its response. */
  readonly error: ErrorKind | null
  /** The rule that applies to it, with the defaults. */
  readonly rule: (FaultRule & { readonly body: string; readonly sizeKib: number }) | null
}

export type FaultInjector = { judge(call: FaultedCall): FaultVerdict }

const errors: Readonly<Partial<Record<FaultEffect, ErrorKind>>> = {
  throttle: 'throttled',
  deny: 'denied',
  'internal-error': 'internal error',
  unavailable: 'unavailable',
}

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
      if (isOverRate(call)) return { delayMs: latencyMs, error: 'throttled', rule: null }
      const rule = faults.rules?.find((candidate) => strikes(candidate, call))
      if (rule === undefined) return { delayMs: latencyMs, error: null, rule: null }
      return {
        delayMs: latencyMs + (rule.effect === 'slow' ? (rule.delayMs ?? 1000) : 0),
        error: errors[rule.effect] ?? null,
        rule: { body: '', sizeKib: 1024, ...rule },
      }
    },
  }
}

/** Mulberry32: small, and good enough to distribute faults. Uniform in [0, 1). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Parses the faults of a JSON file. */
export function parseFaults(value: unknown): Faults {
  return parse(faultsFile, value, 'faults')
}

/** Throws a `RangeError` that names the invalid field. */
export function parse<Schema extends TSchema>(schema: Schema, value: unknown, name: string): Static<Schema> {
  // An unknown field is reported a second time as one that no schema allows.
  const problem = Value.Errors(schema, value).find(({ keyword }) => keyword !== 'boolean')
  if (problem === undefined) return value as Static<Schema>
  const at = `${name}${problem.instancePath.replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.')}`
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
