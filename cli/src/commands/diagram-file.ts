/** Diagrams as files: their formats by file name, and the diagram of a view. */
import { extname } from 'node:path'
import type { DiagramFormat, Scan, SurveyorClient } from '../client/index.ts'
import { usageError } from '../exit-codes.ts'

export const views = ['overview', 'architecture', 'network', 'dataflow', 'security', 'inventory'] as const

export const formats = [
  'svg',
  'png',
  'pdf',
  'html',
  'drawio',
  'mermaid',
  'd2',
  'dot',
  'json',
] as const satisfies readonly DiagramFormat[]

const formatOfExtension: Readonly<Record<string, DiagramFormat>> = {
  ...Object.fromEntries(formats.map((format) => [`.${format}`, format])),
  '.mmd': 'mermaid',
  '.gv': 'dot',
}

/** Throws a usage error for a name that no format has. */
export function formatOf(path: string): DiagramFormat {
  const format = formatOfExtension[extname(path).toLowerCase()]
  if (format !== undefined) return format
  throw usageError(`The ending of ${path} isn't a format. Use one of: ${Object.keys(formatOfExtension).join(', ')}.`)
}

/** Returns the ID of the first page of a view, or of the view that opens first. Throws a usage error without it. */
export async function diagramOf(client: SurveyorClient, scan: Scan, view: string | undefined): Promise<string> {
  const query = { scanId: scan.id, ...(view !== undefined && { type: view }) }
  for await (const diagram of client.list('/api/diagrams', { query })) return diagram.id
  throw usageError(`The scan ${scan.id} (${scan.status}) has no diagram${view === undefined ? '' : ` "${view}"`}.`)
}
