/** `surveyor diagram`: writes a diagram of a scan into a file. */
import type { DiagramFormat } from '../client/index.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { findScan } from '../look-up.ts'
import type { ScanChoice } from '../look-up.ts'
import { withSession } from '../session.ts'
import type { CommonOptions } from '../session.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { checkTarget, writeWholeFile } from '../terminal/write-file.ts'
import { baseError } from './compare.ts'
import { diagramOf, formatOf } from './diagram-file.ts'

export type DiagramOptions = CommonOptions &
  ScanChoice & {
    readonly view?: string
    readonly out: string
    readonly format?: DiagramFormat
    readonly focus?: string
    readonly depth?: number
    readonly tags?: string
    readonly types?: string
    readonly groupBy?: string
    readonly compare?: string
    readonly theme?: 'light' | 'dark'
    readonly stamp?: boolean
  }

export async function drawDiagram(
  id: string | undefined,
  options: DiagramOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { out, focus, depth, tags, types, groupBy, compare, theme, stamp } = options
  const format = options.format ?? (out === '-' ? 'svg' : formatOf(out))
  if (out !== '-') await checkTarget(out)
  await withSession(options, terminal, async ({ client, progress }) => {
    const scan = await findScan(client, id, options)
    const diagram = await diagramOf(client, scan, options.view)
    const request = {
      format,
      ...(focus !== undefined && { focus }),
      ...(depth !== undefined && { depth }),
      ...(tags !== undefined && { tags }),
      ...(types !== undefined && { types }),
      ...(groupBy !== undefined && { groupBy }),
      ...(compare !== undefined && { compare }),
      ...(theme !== undefined && { theme }),
      ...(stamp === true && { stamp }),
    }
    const content = await client.diagramContent(diagram, request).catch((error: unknown) => {
      throw compare === undefined ? error : baseError(error, compare)
    })
    if (out === '-') {
      terminal.output.write(content)
      return
    }
    await writeWholeFile(out, content)
    progress.note(`${out} written.`)
  })
  return exitCodes.fine
}
