/** Checks whether an account has disabled a region. The request goes to the service's home region, where the session is always valid. */
import type { AccountSession } from './account-session.ts'
import type { CloudSettings } from './cloud-settings.ts'
import { defineService } from './service.ts'

/** The additional IAM actions for this check. */
export const regionStatusActions: readonly string[] = ['ec2:DescribeRegions']

const ec2 = defineService(
  'ec2',
  () => import('@aws-sdk/client-ec2'),
  (sdk) => sdk.EC2Client,
)

export async function isRegionDisabled(
  settings: CloudSettings,
  session: AccountSession,
  region: string,
): Promise<boolean> {
  const { sdk, client } = await session.open(ec2, settings.homeRegion(session.partition))
  const answer = await client.send(new sdk.DescribeRegionsCommand({ AllRegions: true, RegionNames: [region] }))
  return answer.Regions?.some(({ OptInStatus }) => OptInStatus === 'not-opted-in') ?? false
}
