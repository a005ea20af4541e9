/** Returns the bucket of an address like `s3://bucket/path`, or `undefined` for other texts. */
export function bucketOfUri(uri: string | undefined): string | undefined {
  return /^s3[an]?:\/\/([^/]+)/.exec(uri ?? '')?.[1]
}
