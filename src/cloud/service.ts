/** One AWS service: its SDK package, loaded on first use, and its client. */
import type { ClientClass, SdkClient } from './sdk/client.ts'

export type Service<Sdk, Client extends SdkClient> = {
  /** The IAM prefix, e.g. `ec2`. */
  readonly name: string
  load(): Promise<Sdk>
  client(sdk: Sdk): ClientClass<Client>
  /** Where the service is called, by partition, when that is one region for all: global services. It is not offered in other partitions. */
  readonly globalRegions: Readonly<Record<string, string>> | null
}

/** The regions that serve what belongs to no region. */
export const globalRegions: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-northwest-1',
  'aws-eusc': 'eusc-de-east-1',
  'aws-us-gov': 'us-gov-west-1',
}

/** CloudFront is not offered in GovCloud, where the SDK would call the commercial partition. */
export const cloudFrontRegions: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-northwest-1',
  'aws-eusc': 'eusc-de-east-1',
}

/** Thrown in place of a call. */
export class NotOfferedError extends Error {
  override readonly name = 'NotOffered'
}

/** Global Accelerator exists in one partition only. */
export const globalAcceleratorRegions: Readonly<Record<string, string>> = { aws: 'us-west-2' }

export function defineService<Sdk, Client extends SdkClient>(
  name: string,
  load: () => Promise<Sdk>,
  client: (sdk: Sdk) => ClientClass<Client>,
  regions: Readonly<Record<string, string>> | null = null,
): Service<Sdk, Client> {
  return { name, load, client, globalRegions: regions }
}
