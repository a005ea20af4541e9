/** Records which operation an error came from, because the SDK's errors don't include it. */
import type { StaticOperationSchema } from '@smithy/types'

const operations = new WeakMap<object, string>()

export const failedOperation = {
  remember(error: unknown, command: { readonly schema: StaticOperationSchema }): void {
    const [, , operation] = command.schema
    if (error instanceof Error) operations.set(error, operation)
  },
  /** The SDK's operation name, for example `DescribeTable`; `null` if no call threw the error. */
  of: (error: unknown): string | null => (error instanceof Error ? (operations.get(error) ?? null) : null),
}
