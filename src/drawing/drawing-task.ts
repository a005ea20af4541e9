/**
 * Defines the tasks of drawing threads. Only IDs, options, and bytes pass between threads, never a graph with its
 * resources.
 */
import type { PictureAnswer, PictureRequest } from './picture-request.ts'
import type { KeptDiagram } from '../store/diagrams.ts'
import type { PackedGraph } from '../store/graphs.ts'

/** A graph whose resources are stored. */
export type ViewsRequest = { readonly organizationId: string; readonly graph: PackedGraph }

/** The start data of a drawing thread. */
export type DrawingThreadData = {
  /** The URL of the runtime login, which only has access to one organization at a time. */
  readonly runtimeUrl: string
}

export type DrawingTasks = {
  /** Draws all views and stores their contents for the end of the scan. */
  views(request: ViewsRequest): Promise<readonly KeptDiagram[]>
  picture(request: PictureRequest): Promise<PictureAnswer>
}
