/** Waits until scans have ended, and shows their progress. */
import type { Scan } from '../client/index.ts'
import { plural, resourceCount } from '../report/report.ts'
import type { Session } from '../session.ts'

export async function waitForScans(session: Session, scans: readonly Scan[]): Promise<readonly Scan[]> {
  const { client, progress } = session
  const startedAt = performance.now()
  const expected = await expectedResources(session, scans)
  const states = new Map(scans.map((scan) => [scan.id, scan]))
  const show = (scan: Scan) => {
    states.set(scan.id, scan)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    progress.update(`${stateText([...states.values()])}, ${seconds} s`, doneShare([...states.values()], expected))
  }
  for (const scan of scans) show(scan)
  // All of them end soon after the service is away, so that none is left running.
  const results = await Promise.allSettled(scans.map(({ id }) => client.waitForScan(id, show)))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

function stateText(scans: readonly Scan[]): string {
  const found = plural(
    scans.reduce((sum, scan) => sum + resourceCount(scan), 0),
    'resource',
  )
  const [first] = scans
  if (scans.length === 1 && first !== undefined) return `${first.region} ${first.status}: ${found}`
  return `${scans.filter(isEnded).length} of ${plural(scans.length, 'region')} ended: ${found}`
}

function isEnded({ status }: Scan): boolean {
  return status === 'completed' || status === 'failed'
}

/** The resources of the last completed scan of each region: the best guess of how many there are. */
async function expectedResources({ client, terminal }: Session, scans: readonly Scan[]): Promise<Map<string, number>> {
  const expected = new Map<string, number>()
  const [first] = scans
  // Only a bar shows the share.
  if (terminal.errorOutput.isTTY !== true || first === undefined) return expected
  const query = { accountId: first.cloudAccountId, status: 'completed', limit: 100 } as const
  const { scans: earlier } = await client.get('/api/scans', { query })
  for (const scan of earlier) if (!expected.has(scan.region)) expected.set(scan.region, resourceCount(scan))
  return expected
}

/** Null if any region has no earlier scan. Until all have ended, something is left to do. */
function doneShare(scans: readonly Scan[], expected: ReadonlyMap<string, number>): number | null {
  let done = 0
  for (const scan of scans) {
    const resources = expected.get(scan.region)
    if (isEnded(scan)) done += 1
    else if (resources === undefined) return null
    else done += Math.min(0.95, resourceCount(scan) / Math.max(1, resources))
  }
  return done / scans.length
}
