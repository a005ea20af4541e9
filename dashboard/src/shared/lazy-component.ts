/** Components whose code is loaded when they are first rendered. */
import { lazy } from 'react'
import type { ComponentType } from 'react'

/**
 * The code of a component couldn’t be loaded. `message` is shown to users, because the messages of browsers differ and
 * don’t help.
 */
export class MissingCodeError extends Error {
  constructor(cause: unknown) {
    super('Couldn’t reach Surveyor, or it was upgraded since this page was opened. Reload the page.', { cause })
    this.name = 'MissingCodeError'
  }
}

export function lazyComponent<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((cause: unknown) => {
      throw new MissingCodeError(cause)
    }),
  )
}
