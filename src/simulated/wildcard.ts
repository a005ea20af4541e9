/** Matches patterns with `*` (any characters) and `?` (one character), as in IAM actions and EC2 filters. */

export function matchesWildcard(pattern: string, value: string, options: { ignoreCase: boolean }): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, options.ignoreCase ? 'isu' : 'su').test(value)
}
