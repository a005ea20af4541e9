/** Draws a scan with what changed since the scan that it was compared with. */
import type { SurveyorClient } from '../../cli/src/client/index.ts'
import { diagramOf } from '../../cli/src/commands/diagram-file.ts'
import type { ScanReport } from '../../cli/src/report/report.ts'

export async function drawChanges(
  client: SurveyorClient,
  { scan, comparison, plan }: ScanReport,
  { format, view }: { readonly format: 'svg' | 'html'; readonly view: string | undefined },
): Promise<Uint8Array> {
  // A plan is compared with the scan itself.
  const compare = comparison !== null && plan === undefined ? { compare: comparison.base.id } : {}
  return client.diagramContent(await diagramOf(client, scan, view), { format, ...compare })
}
