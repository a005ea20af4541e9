/** Lets every attempt of a client's calls, retries too, pass the rate budget. */
import { isThrottlingError } from '@smithy/core/retry'
import {
  type AbsoluteLocation,
  type FinalizeRequestMiddleware,
  type HandlerOptions,
  type RelativeMiddlewareOptions,
  type SdkError,
  SMITHY_CONTEXT_KEY,
  type StaticOperationSchema,
} from '@smithy/types'
import type { AnswerOptions } from './answers/answer-room.ts'
import type { Permit, RateBudget, RateScope } from './rate-budget.ts'

/** The part of an SDK client that takes middleware; each client's own types allow only that of its own commands. */
export type WithMiddleware = {
  readonly middlewareStack: {
    add(middleware: never, options: AbsoluteLocation & HandlerOptions): void
    addRelativeTo(middleware: never, options: RelativeMiddlewareOptions): void
    use(plugin: never): void
    /** By the middleware's name; whether there was such a one. */
    remove(name: string): boolean
  }
}

type LimitedClient = WithMiddleware & {
  send: (command: never, options?: AnswerOptions) => Promise<unknown>
}

type Call = { readonly schema: StaticOperationSchema }

/**
 * A call waits for its turn before the SDK begins with it: made ready to be signed it holds some ten kilobytes, and a thousand may
 * wait. An attempt that repeats it waits right before it is signed, so that no signature ages meanwhile. `ready`: fulfilled when a
 * call would not have to wait for anything else any more; turns that were taken before would all be used at once.
 */
export function limitRate(
  client: LimitedClient,
  budget: RateBudget,
  place: Omit<RateScope, 'operation'>,
  ready: () => Promise<unknown>,
): void {
  const firstPermits = new WeakMap<Call, Permit>()

  function scopeOf({ schema: [, , operation] }: Call): RateScope {
    return { ...place, operation }
  }

  const send = client.send.bind(client)
  client.send = async (command: Call, options) => {
    await ready()
    const permit = await budget.acquire(scopeOf(command), { repeated: false, ...signalOf(options) })
    firstPermits.set(command, permit)
    try {
      return await send(command as never, options)
    } finally {
      permit.end('answered')
    }
  }

  const limited: FinalizeRequestMiddleware<object, object> = (next, context) => {
    const call = context[SMITHY_CONTEXT_KEY] as { readonly commandInstance: Call; readonly abortSignal?: AbortSignal }
    const { commandInstance: command } = call
    return async (request) => {
      const first = firstPermits.get(command)
      firstPermits.delete(command)
      const permit = first ?? (await budget.acquire(scopeOf(command), { repeated: true, ...signalOf(call) }))
      let outcome: 'answered' | 'throttled' = 'answered'
      try {
        return await next(request)
      } catch (error) {
        if (isThrottlingError(error as SdkError)) outcome = 'throttled'
        throw error
      } finally {
        permit.end(outcome)
      }
    }
  }
  // After the retries, which signing follows.
  client.middlewareStack.addRelativeTo(limited as never, {
    name: 'rateBudgetMiddleware',
    relation: 'before',
    toMiddleware: 'httpSigningMiddleware',
  })
}

function signalOf(call: { readonly abortSignal?: AbortSignal } | undefined): { readonly signal?: AbortSignal } {
  return call?.abortSignal === undefined ? {} : { signal: call.abortSignal }
}
