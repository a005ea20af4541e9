/** Lets every attempt of a client's calls, retries too, pass the rate budget right before it is signed and sent. */
import { isThrottlingError } from '@smithy/core/retry'
import {
  type AbsoluteLocation,
  type FinalizeRequestMiddleware,
  type HandlerOptions,
  type RelativeMiddlewareOptions,
  type SdkError,
  SMITHY_CONTEXT_KEY,
} from '@smithy/types'
import type { RateBudget, RateScope } from './rate-budget.ts'

/** The part of an SDK client that takes middleware; each client's own types allow only that of its own commands. */
export type WithMiddleware = {
  readonly middlewareStack: {
    add(middleware: never, options: AbsoluteLocation & HandlerOptions): void
    addRelativeTo(middleware: never, options: RelativeMiddlewareOptions): void
    /** By the middleware's name; whether there was such a one. */
    remove(name: string): boolean
  }
}

export function limitRate(client: WithMiddleware, budget: RateBudget, scope: Omit<RateScope, 'operation'>): void {
  const limited: FinalizeRequestMiddleware<object, object> = (next, context) => {
    const operation = (context.commandName ?? '').replace(/Command$/, '')
    const signal = context[SMITHY_CONTEXT_KEY]?.['abortSignal'] as AbortSignal | undefined
    // One context serves all attempts of a call.
    let repeated = false
    return async (request) => {
      const permit = await budget.acquire(
        { ...scope, operation },
        signal === undefined ? { repeated } : { repeated, signal },
      )
      repeated = true
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
  // Before signing, so that no signature ages while its request waits; after the retries, which signing follows.
  client.middlewareStack.addRelativeTo(limited as never, {
    name: 'rateBudgetMiddleware',
    relation: 'before',
    toMiddleware: 'httpSigningMiddleware',
  })
}
