/** The bucket that an address like `s3://bucket/path` names; `undefined` for any other text. */
export function bucketOfUri(uri: string | undefined): string | undefined {
  return /^s3[an]?:\/\/([^/]+)/.exec(uri ?? '')?.[1]
}
