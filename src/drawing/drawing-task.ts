/**
 * Defines the tasks of drawing threads. Only IDs, options, and bytes pass between threads, never a graph with its
 * resources.
 */
import type { PictureAnswer, PictureRequest } from './picture-request.ts'
import type { KeptDiagram } from '../store/diagrams.ts'
import type { PackedGraph } from '../store/graphs.ts'

/** A graph whose resources are stored. */
export type ViewsRequest = { readonly organizationId: string; readonly graph: PackedGraph }

/** What is derived from the graph of a scan and already stored. */
export type KeptViews = {
  readonly diagrams: readonly KeptDiagram[]
  readonly exposuresKey: Uint8Array
}

/** The start data of a drawing thread. */
export type DrawingThreadData = {
  /** The URL of the runtime login, which only has access to one organization at a time. */
  readonly runtimeUrl: string
}

export type DrawingTasks = {
  /** Draws all views, finds the exposures, and stores both for the end of the scan. */
  views(request: ViewsRequest): Promise<KeptViews>
  picture(request: PictureRequest): Promise<PictureAnswer>
}
