/** Property names and values in words. */

const upperCase = new Set(
  'acl api arn asn aws bgp cidr cpu dns ebs ecs eks http https iam id iops ip kms mtu nat posix sns sqs ssh ssl sso tls ttl uri url vpc vpn waf'.split(
    ' ',
  ),
)

const asWritten: ReadonlyMap<string, string> = new Map([
  ['acls', 'ACLs'],
  ['az', 'AZ'],
  ['eni', 'ENI'],
  ['gb', 'GB'],
  ['gib', 'GiB'],
  ['ids', 'IDs'],
  ['ipv4', 'IPv4'],
  ['ipv6', 'IPv6'],
  ['kib', 'KiB'],
  ['mb', 'MB'],
  ['mib', 'MiB'],
  ['mibps', 'MiB/s'],
  ['vcpus', 'vCPUs'],
])

const hashLabels: ReadonlyMap<string, string> = new Map([['codeSha256', 'Code changed']])

/** The text for a changed property that is a hash. `null`: the property isn't a hash. */
export function hashLabel(property: string): string | null {
  return hashLabels.get(property) ?? null
}

export function isHashLabel(label: string): boolean {
  return [...hashLabels.values()].includes(label)
}

const units = 'days GB GiB hours KiB MB MiB MiB/s minutes seconds'.split(' ').join('|')
const unitAtEnd = new RegExp(` (${units})$`, 'u')

/** `kmsKeyId` becomes "KMS key ID", and `sizeGib` "Size (GiB)". */
export function propertyWords(property: string): string {
  const words = wordsWithin(property).replace(unitAtEnd, ' ($1)')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `kmsKeyId` becomes "KMS key ID", and `bucketName` "bucket name". */
export function wordsWithin(property: string): string {
  return property
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(' ')
    .map((word) => word.toLowerCase())
    .map((word) => asWritten.get(word) ?? (upperCase.has(word) ? word.toUpperCase() : word))
    .join(' ')
    .replace(/^multi AZ$/, 'multi-AZ')
}
