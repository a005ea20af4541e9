/** Paging as most JSON services word it. */
import type { Paging } from './list-operation.ts'
import { ProviderError } from './provider-error.ts'

/** `badToken` and `badSize` are the codes of the errors where a service has its own. */
export function usualPaging<Input>(paging: {
  readonly token: keyof Input & string
  readonly size: (keyof Input & string) | null
  readonly minimum?: number
  readonly maximum: number
  /** Page size when the request names none (default: the maximum); `null`: all at once. */
  readonly default?: number | null
  readonly badToken?: string
  readonly badSize?: string
}): Paging<Input> {
  const { minimum = 1, maximum, badToken = 'InvalidNextTokenException', badSize = 'ValidationException' } = paging
  return {
    token: paging.token,
    size: paging.size,
    minimum,
    maximum,
    default: paging.default === undefined ? maximum : paging.default,
    badToken: () => new ProviderError(badToken, 'The pagination token is not valid'),
    badSize: (size) =>
      new ProviderError(
        badSize,
        `1 validation error detected: Value '${size}' at '${paging.size ?? ''}' failed to satisfy constraint: Member must be between ${minimum} and ${maximum}`,
      ),
  }
}
