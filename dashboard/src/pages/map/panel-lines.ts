/** Removes the resources from a box’s description that the panel lists separately. */

/** `description`: one fact per line, resources as `name (id)`. `listed`: IDs of the resources in the panel. */
export function linesWithoutListed(description: string, listed: ReadonlySet<string>): readonly string[] {
  // The first line is the panel's heading.
  const lines = description.split('\n').slice(1)
  const kept = lines.filter((line) => !listed.has(/ \((?<id>[^()]+)\)$/u.exec(line)?.groups?.['id'] ?? ''))
  // The line “and n more” ends a list of resources.
  return kept.length === lines.length ? kept : kept.filter((line) => !/^and [\d,]+ more$/u.test(line))
}
