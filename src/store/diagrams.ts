/** Diagrams of a scan: the drawn value of each view, rendered to a format when it is read. */
import type { Page, PageRequest } from './page.ts'

export type DiagramRecord = {
  readonly id: string
  readonly scanId: string
  readonly connectionId: string
  /** The view, e.g. `architecture`. */
  readonly type: string
  readonly title: string
  /** The diagram that this one is a detail page of. */
  readonly parentId: string | null
  readonly createdAt: Date
}

export type NewDiagram = {
  readonly type: string
  readonly title: string
  /** The diagram before layout, as JSON. */
  readonly content: unknown
}

export type DiagramFilter = {
  readonly scanId?: string
  readonly connectionId?: string
  readonly type?: string
}

export type Diagrams = {
  insert(scanId: string, diagrams: readonly NewDiagram[]): Promise<void>
  find(id: string): Promise<DiagramRecord | null>
  /** The JSON that was stored, with the end of the scan that it was drawn from. */
  content(id: string): Promise<{ readonly content: unknown; readonly scanUpdatedAt: Date } | null>
  list(filter: DiagramFilter, page: PageRequest): Promise<Page<DiagramRecord>>
}
