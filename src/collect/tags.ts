/** Tags as the provider lists them, as a record. */

type TagList = readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[]

export function tagRecord(tags: TagList | undefined): Record<string, string> {
  return Object.fromEntries((tags ?? []).map((tag) => [tag.Key ?? '', tag.Value ?? '']))
}

export function nameTag(tags: TagList | undefined): string | undefined {
  return tags?.find((tag) => tag.Key === 'Name')?.Value
}
