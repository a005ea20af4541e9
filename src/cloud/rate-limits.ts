/**
 * The provider's documented limits on how often an account may call, per region. Where a page gives a rate without a burst, the burst
 * is one second's worth. Where it gives none at all, the rate is `undocumented`.
 */

export type RateLimit = {
  /** Calls at once after a pause: the bucket's capacity. */
  readonly burst: number
  /** Calls in the long run: the bucket's refill. */
  readonly perSecond: number
  /** Attempts that may be on the wire at the same time. */
  readonly inFlight: number
  /** The provider's page that says so; `null`: no page does. */
  readonly source: string | null
}

type ServiceLimits = {
  /** Of all operations that are not listed. */
  readonly limit: RateLimit
  /** Operations that the provider counts apart. */
  readonly operations?: Readonly<Record<string, RateLimit>>
}

const standardInFlight = 24

function documented(burst: number, perSecond: number, source: string, inFlight = standardInFlight): RateLimit {
  return { burst, perSecond, inFlight, source }
}

/** Below every rate that the provider documents for list operations of a regional control plane, save the few named here. */
const undocumented: RateLimit = { burst: 20, perSecond: 10, inFlight: 10, source: null }

const userGuide = 'https://docs.aws.amazon.com'

const limits: Readonly<Record<string, ServiceLimits>> = {
  // Non-mutating actions. Newer versions of the page count each action apart; one bucket for all keeps to its older versions too.
  ec2: { limit: documented(100, 20, `${userGuide}/ec2/latest/devguide/ec2-api-throttling.html`, 50) },
}

/** What limits an operation; operations of equal `name` share a bucket. */
export function limitOf(service: string, operation: string): { readonly name: string; readonly limit: RateLimit } {
  const known = limits[service]
  const own = known?.operations?.[operation]
  if (own !== undefined) return { name: `${service} ${operation}`, limit: own }
  return { name: service, limit: known?.limit ?? undocumented }
}
