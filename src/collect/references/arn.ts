/**
 * Takes identifiers from ARNs. An ARN of another account or region may have the same name as a scanned resource. Such a
 * reference keeps the whole ARN as its identifier and stays external in the graph.
 */

export type Arn = {
  readonly partition: string
  readonly service: string
  /** Empty for resources without a region. */
  readonly region: string
  /** Empty if the service omits it, as S3 does. */
  readonly accountNumber: string
  /** The rest of the ARN, for example `role/service-role/orders`. */
  readonly resource: string
}

/** The scanned account and region. A collector's context includes them. */
export type Place = { readonly region: string; readonly accountNumber: string }

const pattern = /^arn:(aws[\w-]*):([\w-]+):([\w-]*):(\d{12}|aws)?:(.+)$/

/** Returns `undefined` for other texts and for wildcards. */
export function parseArn(text: string | undefined): Arn | undefined {
  const [, partition = '', service = '', region = '', accountNumber = '', resource = ''] =
    pattern.exec(text ?? '') ?? []
  if (resource === '' || /[*?]/.test(resource)) return undefined
  return { partition, service, region, accountNumber, resource }
}

/**
 * Returns the part after `prefix` in the resource of an ARN, for example after `table/`; the whole ARN for a foreign
 * resource.
 */
export function arnName(text: string | undefined, prefix: string, place: Place): string | undefined {
  const arn = parseArn(text)
  if (arn === undefined || !arn.resource.startsWith(prefix)) return undefined
  return isForeign(arn, place) ? text : arn.resource.slice(prefix.length)
}

/** Returns a role's name without its path. */
export function roleName(text: string | undefined, place: Place): string | undefined {
  return lastSegment(arnName(text, 'role/', place))
}

/** Returns an instance profile's name without its path. */
export function instanceProfileName(text: string | undefined, place: Place): string | undefined {
  return lastSegment(arnName(text, 'instance-profile/', place))
}

/** Returns a function's name from an ARN that may include a version or an alias. */
export function functionName(text: string | undefined, place: Place): string | undefined {
  const name = arnName(text, 'function:', place)
  return name?.startsWith('arn:') === true ? name.split(':').slice(0, 7).join(':') : name?.split(':')[0]
}

/** Returns the name of a Batch job definition from its ARN or the plain name, both with or without a revision. */
export function jobDefinitionName(text: string | undefined, place: Place): string | undefined {
  const anyRevision = text?.replace(/:\d+$/, '')
  return arnName(anyRevision, 'job-definition/', place) ?? anyRevision
}

/**
 * Returns the ARN of a task definition from its ARN or the plain family, both with or without a revision. `user`: the ARN of
 * what starts it, which has the same account and region. `undefined` for other texts.
 */
export function taskDefinitionArn(text: string | undefined, user: string | undefined): string | undefined {
  const arn = parseArn(text)
  if (arn !== undefined) return arn.service === 'ecs' && taskDefinitionPattern.test(arn.resource) ? text : undefined
  const place = parseArn(user)
  const resource = `task-definition/${text}`
  if (text === undefined || place === undefined || !taskDefinitionPattern.test(resource)) return undefined
  return `arn:${place.partition}:ecs:${place.region}:${place.accountNumber}:${resource}`
}

/** "Up to 255 letters (uppercase and lowercase), numbers, underscores, and hyphens are allowed." */
const taskDefinitionPattern = /^task-definition\/[\w-]{1,255}(?::\d+)?$/

/** Returns a layer's name from the ARN of one of its versions. */
export function layerName(text: string | undefined, place: Place): string | undefined {
  return arnName(text?.replace(/:\d+$/, ''), 'layer:', place)
}

/** Returns a parameter's name from its ARN or the plain name. ARNs omit the first slash of a path. */
export function parameterName(text: string | undefined, place: Place): string | undefined {
  if (text?.startsWith('arn:') !== true) return text
  const name = arnName(text, 'parameter/', place)
  return name?.startsWith('arn:') !== true && name?.includes('/') === true ? `/${name}` : name
}

/** Returns a log group's name from an ARN that may end in `:*`. */
export function logGroupName(text: string | undefined, place: Place): string | undefined {
  return arnName(text?.replace(/:\*$/, ''), 'log-group:', place)
}

/** Returns a key's ID from its ARN or the plain ID; `undefined` for aliases. Key IDs are unique across accounts. */
export function kmsKeyId(text: string | undefined): string | undefined {
  const id = parseArn(text)?.resource.replace(/^key\//, '') ?? text
  return id !== undefined && /^(mrk-)?[0-9a-f-]{32,36}$/.test(id) ? id : undefined
}

/** Returns the partition of a region, for ARNs that AWS responses omit. */
export function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn'
  if (region.startsWith('us-gov-')) return 'aws-us-gov'
  return region.startsWith('eusc-') ? 'aws-eusc' : 'aws'
}

/** Returns AWS's domain in a region's partition. Source: "Service endpoints" in the AWS General Reference. */
export function domainOf(region: string): string {
  const domains: Readonly<Record<string, string>> = { 'aws-cn': 'amazonaws.com.cn', 'aws-eusc': 'amazonaws.eu' }
  return domains[partitionOf(region)] ?? 'amazonaws.com'
}

export function isForeignArn(text: string, place: Place): boolean {
  const arn = parseArn(text)
  return arn !== undefined && isForeign(arn, place)
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
