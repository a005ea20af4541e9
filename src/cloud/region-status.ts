/** Whether an account has a region disabled: asked in the service's home region, where the session is always valid. */
import type { AccountSession } from './account-session.ts'
import type { CloudSettings } from './cloud-settings.ts'

/** What asking needs beyond the catalogue's own actions. */
export const regionStatusActions: readonly string[] = ['ec2:DescribeRegions']

export async function isRegionDisabled(
  settings: CloudSettings,
  session: AccountSession,
  region: string,
): Promise<boolean> {
  const { EC2Client, DescribeRegionsCommand } = await import('@aws-sdk/client-ec2')
  const client = new EC2Client({
    region: settings.homeRegion(session.partition),
    credentials: session.credentials,
    requestHandler: settings.requestHandler,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
  })
  const answer = await client.send(new DescribeRegionsCommand({ AllRegions: true, RegionNames: [region] }))
  return answer.Regions?.some(({ OptInStatus }) => OptInStatus === 'not-opted-in') ?? false
}
