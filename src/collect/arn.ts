/**
 * What ARNs say about other resources: the identifier that the resource's own collector uses. `undefined` for text that names
 * no such resource. Source of the forms: the Service Authorization Reference, "Resource types defined by …".
 */

/** `1234abcd-…` of a key's ARN, or of the bare key id that some answers hold. Aliases name no key for certain. */
export function kmsKeyId(key: string | undefined): string | undefined {
  if (key === undefined || key.startsWith('alias/')) return undefined
  return key.startsWith('arn:') ? after(key, ':key/') : key
}

/** The name at the end of `arn:aws:iam::123456789012:role/path/name`, or a bare role name. */
export function roleName(role: string | undefined): string | undefined {
  if (role === undefined || !role.startsWith('arn:')) return role
  return after(role, ':role/')?.split('/').at(-1)
}

/** The bucket of `arn:aws:s3:::bucket` and of `arn:aws:s3:::bucket/key`. */
export function bucketName(arn: string | undefined): string | undefined {
  return after(arn, ':s3:::')?.split('/')[0]
}

/** The group of `…:log-group:name` and of `…:log-group:name:*`. */
export function logGroupName(arn: string | undefined): string | undefined {
  return after(arn, ':log-group:')?.split(':')[0]
}

/** The function of an ARN that may also name a version or an alias. */
export function functionName(arn: string | undefined): string | undefined {
  return after(arn, ':function:')?.split(':')[0]
}

/** What follows a marker in an ARN: `orders` of `…:stream/orders` after `:stream/`. */
export function after(arn: string | undefined, marker: string): string | undefined {
  const start = arn?.startsWith('arn:') === true ? arn.indexOf(marker) : -1
  return start < 0 ? undefined : arn?.slice(start + marker.length)
}
