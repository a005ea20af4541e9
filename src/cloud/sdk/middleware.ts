/** The part of an SDK client that takes middleware. */
import type { AbsoluteLocation, HandlerOptions, RelativeMiddlewareOptions } from '@smithy/types'

/** Each client's own types allow only middleware for its own commands; `never` accepts it for any client. */
export type WithMiddleware = {
  readonly middlewareStack: {
    add(middleware: never, options: AbsoluteLocation & HandlerOptions): void
    addRelativeTo(middleware: never, options: RelativeMiddlewareOptions): void
    /** By the middleware's name. Returns whether it existed. */
    remove(name: string): boolean
    /** Names and steps of all middleware. */
    identify(): readonly string[]
  }
}
