/** Exports a diagram as a file, in each available format. */
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import type { DiagramFormat, DiagramSummary } from '../../../contract/diagram.ts'
import type { SessionScan } from '../../../contract/session/scans.ts'
import { queryString } from '../http/query-string.ts'
import type { QueryParameters } from '../http/query-string.ts'
import { useShownColorMode } from './color-mode.ts'
import { exportName } from './export-name.ts'
import { saveFile } from './save-file.ts'
import { failureText, useNotify } from './notifications.ts'

const names: Readonly<Record<DiagramFormat, readonly [name: string, fileExtension: string]>> = {
  svg: ['SVG', 'svg'],
  png: ['PNG', 'png'],
  pdf: ['PDF', 'pdf'],
  drawio: ['draw.io', 'drawio'],
  mermaid: ['Mermaid', 'mmd'],
  d2: ['D2', 'd2'],
  dot: ['Graphviz DOT', 'dot'],
  html: ['HTML (standalone)', 'html'],
  json: ['JSON', 'json'],
}

export function ExportMenu({
  diagram,
  scan,
  options = {},
}: {
  readonly diagram: DiagramSummary
  readonly scan: SessionScan
  /** Diagram options, as query parameters. */
  readonly options?: QueryParameters
}) {
  const theme = useShownColorMode()
  const notify = useNotify()
  const formats = diagram.formats.map((format) => ({ id: format, text: names[format][0] }))
  return (
    <ButtonDropdown
      ariaLabel={`Export ${diagram.title}`}
      expandToViewport
      items={formats}
      onItemClick={({ detail }) => {
        const format = detail.id as DiagramFormat
        saveFile(
          `/session/diagrams/${diagram.id}/content${queryString({ ...options, format, theme })}`,
          exportName(scan, diagram.type, names[format][1]),
        ).catch((error: unknown) =>
          notify({ type: 'error', content: failureText('Couldn’t export the diagram', error) }),
        )
      }}
    >
      Export
    </ButtonDropdown>
  )
}
