/** Creates SDK clients with a session of the simulated account, like a scan. */
import { EC2Client } from '@aws-sdk/client-ec2'
import { ElasticLoadBalancingV2Client } from '@aws-sdk/client-elastic-load-balancing-v2'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { RDSClient } from '@aws-sdk/client-rds'
import { S3Client } from '@aws-sdk/client-s3'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import type { AwsCredentialIdentity } from '@smithy/types'
import type { SimulatedCloud } from '../../src/simulated/simulated-cloud.ts'

export type Clients = ReturnType<typeof createClients>

/** One client per service. Calls aren't retried, so that their first error is visible. */
export function createClients(cloud: SimulatedCloud, credentials: AwsCredentialIdentity, region = 'us-east-1') {
  const settings = { endpoint: cloud.endpoint, region, credentials, maxAttempts: 1 }
  return {
    ec2: new EC2Client(settings),
    elasticLoadBalancing: new ElasticLoadBalancingV2Client(settings),
    lambda: new LambdaClient(settings),
    rds: new RDSClient(settings),
    s3: new S3Client({ ...settings, forcePathStyle: true }),
    sts: new STSClient(settings),
  }
}

export function homeCredentials(cloud: SimulatedCloud): AwsCredentialIdentity {
  return { accessKeyId: cloud.accessKeyId, secretAccessKey: cloud.secretAccessKey }
}

/** Makes the role of the world's first account trust the home account, and assumes it. */
export async function assumeFirstRole(cloud: SimulatedCloud): Promise<AwsCredentialIdentity> {
  const roleArn = cloud.accounts[0]?.roleArn ?? ''
  const externalId = 'external-id-of-the-test'
  cloud.setRole({ roleArn, externalId })
  const { sts } = createClients(cloud, homeCredentials(cloud))
  const { Credentials } = await sts.send(
    new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: 'scan', ExternalId: externalId }),
  )
  return {
    accessKeyId: Credentials?.AccessKeyId ?? '',
    secretAccessKey: Credentials?.SecretAccessKey ?? '',
    ...(Credentials?.SessionToken === undefined ? {} : { sessionToken: Credentials.SessionToken }),
  }
}
