/** Defines an AWS service: its SDK package, loaded on first use, and its client. */
import type { ClientClass, SdkClient } from './sdk/client.ts'

export type Service<Sdk, Client extends SdkClient> = {
  /** The IAM prefix, for example `ec2`. */
  readonly name: string
  load(): Promise<Sdk>
  client(sdk: Sdk): ClientClass<Client>
  /** The one region of a global service, by partition. The service isn't available in other partitions. */
  readonly globalRegions: Readonly<Record<string, string>> | null
}

/** The regions that serve global resources. */
export const globalRegions: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-northwest-1',
  'aws-eusc': 'eusc-de-east-1',
  'aws-us-gov': 'us-gov-west-1',
}

/** CloudFront isn't available in GovCloud, where the SDK would call the commercial partition. */
export const cloudFrontRegions: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-northwest-1',
  'aws-eusc': 'eusc-de-east-1',
}

/** Thrown instead of a call to a service that the partition doesn't have. */
export class NotOfferedError extends Error {
  override readonly name = 'NotOffered'
}

/** Global Accelerator is only available in one partition. */
export const globalAcceleratorRegions: Readonly<Record<string, string>> = { aws: 'us-west-2' }

export function defineService<Sdk, Client extends SdkClient>(
  name: string,
  load: () => Promise<Sdk>,
  client: (sdk: Sdk) => ClientClass<Client>,
  regions: Readonly<Record<string, string>> | null = null,
): Service<Sdk, Client> {
  return { name, load, client, globalRegions: regions }
}
