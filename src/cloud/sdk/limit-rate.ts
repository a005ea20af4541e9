/** Makes every attempt of a client, including retries, wait for the rate budget. */
import { isThrottlingError } from '@smithy/core/retry'
import {
  type FinalizeRequestMiddleware,
  type SdkError,
  SMITHY_CONTEXT_KEY,
  type StaticOperationSchema,
} from '@smithy/types'
import type { RateBudget, RateScope } from '../rate-budget.ts'
import type { WithMiddleware } from './middleware.ts'

type Call = {
  readonly operationSchema: StaticOperationSchema
  readonly abortSignal?: AbortSignal
}

/**
 * An attempt waits right before it is signed, so that its signature stays fresh. Its credentials are already available.
 */
export function limitRate(client: WithMiddleware, budget: RateBudget, scope: Omit<RateScope, 'operation'>): void {
  const limited: FinalizeRequestMiddleware<object, object> = (next, context) => {
    const { operationSchema, abortSignal } = context[SMITHY_CONTEXT_KEY] as Call
    const [, , operation] = operationSchema
    let repeated = false
    return async (request) => {
      const attempt = { repeated, ...(abortSignal !== undefined && { signal: abortSignal }) }
      repeated = true
      const permit = await budget.acquire({ ...scope, operation }, attempt)
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
  // Added inside the retry step and before signing.
  client.middlewareStack.addRelativeTo(limited as never, {
    name: 'rateBudgetMiddleware',
    relation: 'before',
    toMiddleware: 'httpSigningMiddleware',
  })
}
