/** The tasks of drawing threads. IDs, options, and bytes cross between threads, never a graph with its resources. */
import type { PictureAnswer, PictureRequest } from './picture-request.ts'
import type { KeptDiagram } from '../store/diagrams.ts'
import type { PackedGraph } from '../store/graphs.ts'

/** A graph whose resources are stored. */
export type ViewsRequest = { readonly organizationId: string; readonly graph: PackedGraph }

/** What a drawing thread is started with. */
export type DrawingThreadData = {
  /** Of the runtime login, which sees one organization at a time. */
  readonly runtimeUrl: string
}

export type DrawingTasks = {
  /** Draws all views and keeps their contents, for the scan to name when it ends. */
  views(request: ViewsRequest): Promise<readonly KeptDiagram[]>
  picture(request: PictureRequest): Promise<PictureAnswer>
}
