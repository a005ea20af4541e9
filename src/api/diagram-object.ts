/** Converts diagrams to the objects of the API. */
import type { DiagramFormat, DiagramSummary } from '../../contract/diagram.ts'
import type { DiagramRecord } from '../store/diagrams.ts'

export function diagramObject(diagram: DiagramRecord, formats: readonly DiagramFormat[]): DiagramSummary {
  return {
    id: diagram.id,
    scanId: diagram.scanId,
    cloudAccountId: diagram.connectionId,
    type: diagram.type,
    title: diagram.title,
    parentId: diagram.parentId,
    formats: [...formats],
    createdAt: diagram.createdAt.toISOString(),
  }
}
