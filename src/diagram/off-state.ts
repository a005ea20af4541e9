/** What the label of an arrow says first if nothing passes it: `(disabled)`, `(stopped)`, or `(failed)`. */

/** `(disabled)` of `(disabled) rate(1 day)`. `''` if the arrow is in use. */
export function offState(label: string): string {
  return /^\([a-z]+\)/u.exec(label)?.[0] ?? ''
}

/** `rate(1 day)` of `(disabled) rate(1 day)`. */
export function withoutState(label: string): string {
  return label.slice(offState(label).length).trim()
}
