/** Parts of the dashboard whose code is loaded when they are first shown. */
import { lazy } from 'react'
import type { ComponentType } from 'react'

/** The code of a part did not come. `message` is for people: what browsers say of it differs, and helps nobody. */
export class MissingCodeError extends Error {
  constructor(cause: unknown) {
    super('The service cannot be reached, or was replaced by a newer one since the page was opened.', { cause })
    this.name = 'MissingCodeError'
  }
}

export function lazyPart<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((cause: unknown) => {
      throw new MissingCodeError(cause)
    }),
  )
}
