/** Which operation an error came from: the SDK's errors do not say. */
import type { StaticOperationSchema } from '@smithy/types'

const operations = new WeakMap<object, string>()

export const failedOperation = {
  remember(error: unknown, command: { readonly schema: StaticOperationSchema }): void {
    const [, , operation] = command.schema
    if (error instanceof Error) operations.set(error, operation)
  },
  /** As the SDK names it, e.g. `DescribeTable`; `null` where no call threw the error. */
  of: (error: unknown): string | null => (error instanceof Error ? (operations.get(error) ?? null) : null),
}
