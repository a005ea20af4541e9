/** Lists the regions that an account has enabled. The request goes to the service's home region, where the session is always valid. */
import type { AccountSession } from './account-session.ts'
import type { CloudSettings } from './cloud-settings.ts'
import { defineService } from './service.ts'

const ec2 = defineService(
  'ec2',
  () => import('@aws-sdk/client-ec2'),
  (sdk) => sdk.EC2Client,
)

/** Sorted. */
export async function enabledRegions(
  settings: CloudSettings,
  session: AccountSession,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { sdk, client } = await session.open(ec2, settings.homeRegion(session.partition))
  const answer = await client.send(new sdk.DescribeRegionsCommand({}), { abortSignal: signal })
  return (answer.Regions ?? []).flatMap(({ RegionName }) => RegionName ?? []).toSorted()
}
