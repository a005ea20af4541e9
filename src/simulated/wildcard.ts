/** Patterns with `*` (any run of characters) and `?` (one character), as IAM actions and EC2 filters use them. */

export function matchesWildcard(pattern: string, value: string, options: { ignoreCase: boolean }): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, options.ignoreCase ? 'isu' : 'su').test(value)
}
