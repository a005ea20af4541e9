/** Converts AWS tag lists to a record. */

type Tag = {
  readonly Key?: string | undefined
  readonly Value?: string | undefined
  /** Newer services use these property names. */
  readonly key?: string | undefined
  readonly value?: string | undefined
}

export function tagRecord(tags: readonly Tag[] | undefined): Record<string, string> {
  return Object.fromEntries((tags ?? []).map((tag) => [tag.Key ?? tag.key ?? '', tag.Value ?? tag.value ?? '']))
}

export function nameTag(tags: readonly Tag[] | undefined): string | undefined {
  return tags?.find((tag) => tag.Key === 'Name')?.Value
}
