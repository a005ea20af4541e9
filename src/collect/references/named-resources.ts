/**
 * Finds the resources that a text names, such as the value of an environment variable. Only these are stored, never the
 * text.
 */
import { isForeign, parseArn, type Place } from './arn.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import type { ResourceTypeName } from '../../resource-types/all.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'
import type { HostTable } from './host-table.ts'
import { bucketOfUri, isBucketName } from './s3-uri.ts'
import { providerDomain, resourceOfHost } from './endpoint-host.ts'
import { namedByHosts } from './name-hosts.ts'
import type { NameTable } from './name-table.ts'
import { plainlyNamed, type Setting } from './plain-names.ts'
import { resourceOfArn } from './resource-of-arn.ts'
import { wordsOf } from './words.ts'

/** Types with endpoints, and types whose ARNs are common in program settings. */
export const namedTypes: readonly ResourceTypeName[] = everyResourceType
  .filter(({ inSettings, hosts }) => inSettings === true || hosts !== undefined)
  .map(({ type }) => type)

/** The scanned place, and a lookup for host names that don't identify their resource. */
type Directory = Place & { readonly resourceAt: HostTable }

/**
 * Finds the resources of variables by ARNs and addresses, else by a plain name that matches the variable's own name.
 */
export function resourcesOfSettings(
  settings: readonly Setting[],
  directory: Directory & { readonly resourcesNamed: NameTable },
): readonly ResourceReference[] {
  return settings.flatMap((setting) => resourcesOfSetting(setting, directory))
}

function resourcesOfSetting(
  setting: Setting,
  directory: Directory & { readonly resourcesNamed: NameTable },
): readonly ResourceReference[] {
  const found = [
    ...namedResources(setting.value, directory),
    ...namedByHosts(setting.value, directory),
    ...keysNamed(setting.value, directory),
  ]
  return found.length > 0 ? found : plainlyNamed(setting, directory.resourcesNamed)
}

/**
 * Finds ARNs, endpoint hosts, and addresses of queues, user pools, and buckets, also within connection strings,
 * queries, lists, and JSON. The separators of these formats end a name, so keys and signatures after it aren't
 * included.
 */
export function namedResources(text: string, directory: Directory): readonly ResourceReference[] {
  // What was read wins: ARNs of clusters of three services look alike.
  return wordsOf(text).flatMap(
    (word) => directory.resourceAt(word) ?? resourceOfArn(word, directory) ?? resourceOfAddress(word, directory) ?? [],
  )
}

/** Keys by their aliases, with or without an ARN around them. */
function keysNamed(
  text: string,
  directory: Directory & { readonly resourcesNamed: NameTable },
): readonly ResourceReference[] {
  if (!text.includes('alias/')) return []
  return wordsOf(text).flatMap((word) => {
    const arn = parseArn(word)
    if (arn !== undefined && isForeign(arn, directory)) return []
    const name = arn?.resource ?? word
    return name.startsWith('alias/') ? directory.resourcesNamed(name) : []
  })
}

/** Finds the resource by the host of an address, with or without scheme, credentials, port, and path. */
function resourceOfAddress(word: string, directory: Directory): ResourceReference | undefined {
  const bucket = bucketOfUri(word)
  if (bucket !== undefined) return bucketNamed(bucket, directory)
  const parts = word.split(/[/@:]+/)
  const at = parts.findIndex((part) => providerDomain.test(part) || (directory.resourceAt(part) ?? null) !== null)
  const [host = '', first = '', second = ''] = at < 0 ? [] : parts.slice(at)
  const [, queueRegion] = /^sqs\.([\w-]+)\./.exec(host) ?? []
  if (queueRegion !== undefined && /^\d{12}$/.test(first) && second !== '') {
    return resourceOfArn(`arn:${partitionOf(host)}:sqs:${queueRegion}:${first}:${second}`, directory)
  }
  const [, poolRegion] = /^cognito-idp\.([\w-]+)\./.exec(host) ?? []
  if (poolRegion === directory.region && first.startsWith(`${poolRegion}_`)) {
    return resourceOfArn(
      `arn:${partitionOf(host)}:cognito-idp:${poolRegion}:${directory.accountNumber}:userpool/${first}`,
      directory,
    )
  }
  return directory.resourceAt(host) ?? bucketAt(host, first, directory) ?? resourceOfHost(host, directory)
}

/** A bucket's name precedes the service's host or begins the path. Bucket names are unique across regions. */
function bucketAt(host: string, first: string, directory: Directory): ResourceReference | undefined {
  const named = /^(?:(.+)\.)?s3(?:-website|-fips)?(?:[.-](?:dualstack\.)?[a-z]{2,4}(?:-[a-z]+)+-\d)?\.amazonaws\./.exec(
    host,
  )
  const id = named === null ? '' : (named[1] ?? first)
  return id === '' || !isBucketName(id) ? undefined : bucketNamed(id, directory)
}

function bucketNamed(name: string, directory: Directory): ResourceReference | undefined {
  return resourceOfArn(`arn:aws:s3:::${name}`, directory)
}

function partitionOf(host: string): string {
  if (host.endsWith('.cn')) return 'aws-cn'
  if (host.endsWith('.eu')) return 'aws-eusc'
  return host.includes('.us-gov-') ? 'aws-us-gov' : 'aws'
}
