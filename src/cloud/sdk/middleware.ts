/** Types the part of an SDK client that accepts middleware. */
import type { AbsoluteLocation, HandlerOptions, RelativeMiddlewareOptions } from '@smithy/types'

/** Each client's own types only allow middleware for its own commands. `never` fits any client. */
export type WithMiddleware = {
  readonly middlewareStack: {
    add(middleware: never, options: AbsoluteLocation & HandlerOptions): void
    addRelativeTo(middleware: never, options: RelativeMiddlewareOptions): void
    /** Removes middleware by name. Returns whether it existed. */
    remove(name: string): boolean
    /** Names and steps of all middleware. */
    identify(): readonly string[]
  }
}
