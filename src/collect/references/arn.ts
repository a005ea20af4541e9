/**
 * Identifiers out of ARNs. A type that is listed by name can be named by an ARN of another account or region, where the same
 * name is another resource: such a one keeps the whole ARN as its identifier, and stays external in the graph.
 */

export type Arn = {
  readonly partition: string
  readonly service: string
  /** Empty for what belongs to no region. */
  readonly region: string
  /** Empty where the service leaves it out, as S3 does. */
  readonly accountNumber: string
  /** All that follows, e.g. `role/service-role/orders`. */
  readonly resource: string
}

/** What is scanned; a collector's context is one. */
export type Place = { readonly region: string; readonly accountNumber: string }

const pattern = /^arn:(aws[\w-]*):([\w-]+):([\w-]*):(\d{12}|aws)?:(.+)$/

/** `undefined` for anything else, wildcards included. */
export function parseArn(text: string | undefined): Arn | undefined {
  const [, partition = '', service = '', region = '', accountNumber = '', resource = ''] =
    pattern.exec(text ?? '') ?? []
  if (resource === '' || /[*?]/.test(resource)) return undefined
  return { partition, service, region, accountNumber, resource }
}

/** What follows `prefix` in the resource of an ARN, e.g. `table/` in that of a table; the whole ARN of a foreign resource. */
export function arnName(text: string | undefined, prefix: string, place: Place): string | undefined {
  const arn = parseArn(text)
  if (arn === undefined || !arn.resource.startsWith(prefix)) return undefined
  return isForeign(arn, place) ? text : arn.resource.slice(prefix.length)
}

/** A role's name, without its path. */
export function roleName(text: string | undefined, place: Place): string | undefined {
  return lastSegment(arnName(text, 'role/', place))
}

/** An instance profile's name, without its path. */
export function instanceProfileName(text: string | undefined, place: Place): string | undefined {
  return lastSegment(arnName(text, 'instance-profile/', place))
}

/** A function's name in an ARN that may also name a version or an alias. */
export function functionName(text: string | undefined, place: Place): string | undefined {
  const name = arnName(text, 'function:', place)
  return name?.startsWith('arn:') === true ? name.split(':').slice(0, 7).join(':') : name?.split(':')[0]
}

/** A layer's name in the ARN of one of its versions. */
export function layerName(text: string | undefined, place: Place): string | undefined {
  return arnName(text?.replace(/:\d+$/, ''), 'layer:', place)
}

/** A parameter's name, in its ARN or as it is; ARNs leave out the first slash of a path. */
export function parameterName(text: string | undefined, place: Place): string | undefined {
  if (text?.startsWith('arn:') !== true) return text
  const name = arnName(text, 'parameter/', place)
  return name?.startsWith('arn:') !== true && name?.includes('/') === true ? `/${name}` : name
}

/** A log group's name in an ARN that may end in `:*`. */
export function logGroupName(text: string | undefined, place: Place): string | undefined {
  return arnName(text?.replace(/:\*$/, ''), 'log-group:', place)
}

/** A key's id, in its ARN or as it is; aliases name no key. Ids are unique in all accounts. */
export function kmsKeyId(text: string | undefined): string | undefined {
  const id = parseArn(text)?.resource.replace(/^key\//, '') ?? text
  return id !== undefined && /^(mrk-)?[0-9a-f-]{32,36}$/.test(id) ? id : undefined
}

/** The partition that a region belongs to, for ARNs that the provider's answers leave out. */
export function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn'
  if (region.startsWith('us-gov-')) return 'aws-us-gov'
  return region.startsWith('eusc-') ? 'aws-eusc' : 'aws'
}

/** The provider's domain in a region's partition. Source: "Service endpoints" in the AWS General Reference. */
export function domainOf(region: string): string {
  const domains: Readonly<Record<string, string>> = { 'aws-cn': 'amazonaws.com.cn', 'aws-eusc': 'amazonaws.eu' }
  return domains[partitionOf(region)] ?? 'amazonaws.com'
}

export function isForeign(arn: Arn, place: Place): boolean {
  return (
    (arn.region !== '' && arn.region !== place.region) ||
    (arn.accountNumber !== '' && arn.accountNumber !== place.accountNumber)
  )
}

function lastSegment(name: string | undefined): string | undefined {
  return name?.startsWith('arn:') === true ? name : name?.split('/').at(-1)
}
