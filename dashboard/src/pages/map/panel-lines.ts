/** What a box says of itself, without the resources that the panel beside it lists anyway. */

/** `description`: a statement a line, resources as `name (id)`; `listed`: the ids of those that the panel lists. */
export function linesWithoutListed(description: string, listed: ReadonlySet<string>): readonly string[] {
  // The first line is the panel's heading.
  const lines = description.split('\n').slice(1)
  const kept = lines.filter((line) => !listed.has(/ \((?<id>[^()]+)\)$/u.exec(line)?.groups?.['id'] ?? ''))
  // How many more there are ends a list.
  return kept.length === lines.length ? kept : kept.filter((line) => !/^and [\d,]+ more$/u.test(line))
}
