/** Reads AWS settings from the environment, with the SDK's own variables and credential chain. */
import { fromNodeProviderChain } from '@aws-sdk/credential-providers'
import type { AwsCredentialIdentityProvider } from '@smithy/types'
import { partitionOf } from '../../contract/regions.ts'
import type { CloudSettings } from './cloud-settings.ts'
import type { SharedRequestHandler } from './sdk/client.ts'

/** The region for AssumeRole calls by partition, unless AWS_REGION is another region of the partition. */
const defaultHomeRegions: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-north-1',
  'aws-eusc': 'eusc-de-east-1',
  'aws-us-gov': 'us-gov-west-1',
}

export function cloudSettingsFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  requestHandler: SharedRequestHandler,
): CloudSettings {
  const ownRegion = environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? ''
  const providers = new Map<string, AwsCredentialIdentityProvider>()
  return {
    endpoint: null,
    forcePathStyle: Object.entries(environment).some(
      ([name, value]) => name.startsWith('AWS_ENDPOINT_URL') && value !== undefined && value !== '',
    ),
    requestHandler,
    homeRegion(partition) {
      const region = partitionOf(ownRegion) === partition ? ownRegion : defaultHomeRegions[partition]
      if (region === undefined) throw new Error(`Set AWS_REGION to a region of the partition ${partition}.`)
      return region
    },
    credentials(partition) {
      const provider = providers.get(partition) ?? credentialsOf(partition, environment)
      providers.set(partition, provider)
      return provider
    },
  }
}

/** For one run with the credentials of the person at this machine, in any partition. `profile`: `null` for the default. */
export function localCloudSettings(
  environment: Readonly<Record<string, string | undefined>>,
  requestHandler: SharedRequestHandler,
  profile: string | null,
): CloudSettings {
  const provider = fromNodeProviderChain(profile === null ? {} : { profile })
  return { ...cloudSettingsFromEnvironment(environment, requestHandler), credentials: () => provider }
}

function credentialsOf(
  partition: string,
  environment: Readonly<Record<string, string | undefined>>,
): AwsCredentialIdentityProvider {
  const variable = `AWS_PROFILE_${partition.toUpperCase().replaceAll('-', '_')}`
  const profile = environment[variable]
  if (profile !== undefined && profile !== '') return fromNodeProviderChain({ profile })
  if (partition === 'aws') return fromNodeProviderChain()
  return () => {
    const error = new Error(
      `There are no credentials for the partition ${partition}. Set ${variable} to a profile of that partition.`,
    )
    error.name = 'CredentialsProviderError'
    return Promise.reject(error)
  }
}
