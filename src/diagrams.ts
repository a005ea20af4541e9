/** The diagrams of a scan: drawn from its graph, kept as plain JSON, rendered when they are read. */
import type { DiagramPicture, DiagramPictureOptions } from './api/api-dependencies.ts'
import type { Diagram } from './diagram/diagram.ts'
import { formats, renderDiagram } from './diagram/render-diagram.ts'
import { drawView, viewNames } from './diagram/views/draw-view.ts'
import type { ResourceGraph } from './graph/resource-graph.ts'
import type { NewDiagram } from './store/diagrams.ts'

export function drawDiagrams(graph: ResourceGraph): Promise<readonly NewDiagram[]> {
  const diagrams = viewNames.map((view) => drawView(view, graph))
  return Promise.resolve(diagrams.map((diagram) => ({ type: diagram.view, title: diagram.title, content: diagram })))
}

export function renderStoredDiagram(content: unknown, options: DiagramPictureOptions): Promise<DiagramPicture> {
  const { theme, stamp } = options
  const format = formats.find((known) => known === options.format)
  if (format === undefined) throw new Error(`${options.format} is not drawn`)
  return renderDiagram(content as Diagram, {
    format,
    theme,
    ...(stamp === null ? {} : { stamp: stamp.scannedAt.toISOString() }),
  })
}
