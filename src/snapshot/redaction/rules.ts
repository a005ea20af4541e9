/** The rules of redaction as data: the presets, and what is a word of AWS and never a secret. */
import type { AppliedRedaction, RedactionName } from '../../../contract/snapshot/format.ts'

export type RedactionRules = {
  readonly name: RedactionName
  /** AWS account IDs, also within ARNs and names. */
  readonly accountIds: boolean
  /** IPv4 and IPv6 addresses of the internet, and CIDR blocks of them. */
  readonly publicAddresses: boolean
  readonly emailAddresses: boolean
  /** IDs of IAM access keys. */
  readonly accessKeys: boolean
  /** Names that users chose: of resources, in IDs and ARNs, and of the account connection. */
  readonly names: boolean
  readonly tagValues: boolean
  /** Keys of tags whose values are redacted, in any case. `*` matches any text. */
  readonly tags: readonly string[]
  /** Names of properties whose texts are redacted, in any case. */
  readonly properties: readonly string[]
  /** Every match is redacted. */
  readonly patterns: readonly RegExp[]
}

export type PresetName = Exclude<RedactionName, 'own'>

const secretTags = [
  '*secret*',
  '*token*',
  '*password*',
  '*passwd*',
  '*credential*',
  '*api-key*',
  '*api_key*',
  '*apikey*',
  '*access-key*',
  '*access_key*',
  '*accesskey*',
  '*private-key*',
  '*private_key*',
  '*privatekey*',
]

const freeTexts = [
  'comment',
  'description',
  'detailTypes',
  'displayName',
  'eventSources',
  'handler',
  'header',
  'path',
  'paths',
  'repository',
  'route',
  'tablePrefix',
  'values',
  'versionLabel',
]

const none: RedactionRules = {
  name: 'none',
  accountIds: false,
  publicAddresses: false,
  emailAddresses: false,
  accessKeys: false,
  names: false,
  tagValues: false,
  tags: [],
  properties: [],
  patterns: [],
}
const usual: RedactionRules = {
  ...none,
  name: 'default',
  accountIds: true,
  publicAddresses: true,
  emailAddresses: true,
  accessKeys: true,
  tags: secretTags,
}
const strict: RedactionRules = { ...usual, name: 'strict', names: true, tagValues: true, properties: freeTexts }

export const presets: Readonly<Record<PresetName, RedactionRules>> = { none, default: usual, strict }

export function appliedRedaction({ patterns, ...rules }: RedactionRules): AppliedRedaction {
  const { name, ...rest } = rules
  return { rules: name, ...rest, patterns: patterns.length }
}

/**
 * Properties whose texts come from a list of AWS, such as states. Only account IDs, addresses, and matches of patterns are
 * redacted in them.
 */
export const listedProperty =
  /(?:^|[a-z])(?:state|status|type|types|class|mode|protocols?|engine|scheme|runtimes?|architectures?|region|zones?|actions?|direction|engineversion|verdict|kind|tier|platform|family|health|protection|encryption|effect|principalType|scope)$/i

/** Words in names and IDs that AWS chose. They are never redacted. Names of services and resource types are added. */
export const wordsOfAws: readonly string[] = [
  'all',
  'amazon',
  'amazonaws',
  'aws-reserved',
  'aws-service-role',
  'default',
  'internet',
  'main',
  'none',
  'private',
  'public',
  'service-role',
  'unknown',
]
