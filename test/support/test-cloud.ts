/** Gives tests access to a simulated cloud: as the service, and as the customer of its account. */
import type { CloudSettings } from '../../src/cloud/cloud-settings.ts'
import { SharedRequestHandler } from '../../src/cloud/sdk/client.ts'

/** The caller closes `requestHandler`. */
export function testCloudSettings(cloud: {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}): CloudSettings {
  const { endpoint, accessKeyId, secretAccessKey } = cloud
  return {
    endpoint,
    forcePathStyle: true,
    credentials: () => () => Promise.resolve({ accessKeyId, secretAccessKey }),
    homeRegion: () => 'us-east-1',
    requestHandler: new SharedRequestHandler(),
  }
}
