/** Finds the resource of an endpoint by its host name, which includes the resource's identifier. */
import type { Place } from './arn.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import type { ResourceTypeName } from '../../resource-types/all.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'

/** Matches the part before AWS's domain, without the region, whose position differs. */
const forms = everyResourceType.flatMap(({ type, hosts = [] }) => hosts.map((pattern) => ({ type, pattern })))

export const endpointTypes: readonly ResourceTypeName[] = [...new Set(forms.map(({ type }) => type))]

export const providerDomain = /\.(?:amazonaws\.com|amazonaws\.com\.cn|amazonaws\.eu|on\.aws|awsapprunner\.com)$/i
const regionLabel = /^[a-z]{2,4}(?:-[a-z]+)+-\d+$/

/** Most hosts end in the region, or in it and the service. The names of buckets in front of that may contain another one. */
const regionalHost =
  /(?:^|\.)(?:s3-|s3-website-)?([a-z]{2,4}(?:-[a-z]+)+-\d+|compute-1|ec2(?=\.internal))(?:\.(?!s3)[a-z]+)?\.(?:amazonaws\.com|amazonaws\.com\.cn|amazonaws\.eu|api\.aws|on\.aws|awsapprunner\.com|elasticbeanstalk\.com|amazonlightsail\.com|amazoncognito\.com|internal)$/

/** Returns the region that a host of AWS names. Hosts of instances in the first region have another word. */
export function regionOfHost(host: string): string | undefined {
  const [, region] = regionalHost.exec(host.toLowerCase()) ?? []
  return region === 'compute-1' || region === 'ec2' ? 'us-east-1' : region
}

/**
 * Returns `undefined` for other hosts. A host of another region keeps its name as the identifier, as foreign ARNs do.
 */
export function resourceOfHost(host: string, place: Place): ResourceReference | undefined {
  const name = host.toLowerCase()
  if (!providerDomain.test(name)) return undefined
  const labels = name.replace(providerDomain, '').split('.')
  const region = labels.find((label) => regionLabel.test(label))
  const rest = labels.filter((label) => label !== region).join('.')
  for (const { type, pattern } of forms) {
    const id = pattern.exec(rest)?.[1]
    if (id !== undefined) return { type, id: region === undefined || region === place.region ? id : name }
  }
  return undefined
}
