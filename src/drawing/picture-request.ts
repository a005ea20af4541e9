/** Defines a request for a stored diagram, and its response. */
import type { DiagramFormat, DiagramLayer, DiagramTheme } from '../../contract/diagram.ts'
import type { ErrorCode } from '../../contract/error-catalogue.ts'

/** The part of a view to draw, and how. `checkPage` has found no errors in it. */
export type PageSelection = {
  readonly focus: string
  readonly depth: number | null
  readonly tags: string
  readonly types: string
  readonly groupBy: string | null
  readonly collapse: number | null
  readonly direction: 'down' | 'right' | null
}

export type PictureOptions = {
  readonly format: DiagramFormat
  readonly theme: DiagramTheme
  /** Pixels of a raster image for each pixel at 100 %. */
  readonly scale: 1 | 2
  /** The part of a split text, from 1, and the maximum number of characters of a part. */
  readonly part: number
  readonly characterLimit: number
  /** Of a text: how much of the page it shows. */
  readonly detail: 'summary' | 'all'
  readonly page: PageSelection
  /** What to leave out of the page: layers, and the content of groups by their IDs. */
  readonly hide: readonly DiagramLayer[]
  readonly fold: readonly string[]
  /** Whether the diagram includes the time when the scan ended. */
  readonly stamp: boolean
  /** The scan to compare with, and how the caller named it. `null`: no comparison. */
  readonly compare: { readonly baseId: string; readonly name: string } | null
  /** Draws only this page, without links to others. `null`: with them. */
  readonly alone: { readonly hideAccountIds: boolean } | null
}

export type PictureRequest = {
  readonly organizationId: string
  readonly diagramId: string
  readonly options: PictureOptions
}

/** The caller that waits for a diagram. */
export type PictureCaller = {
  /** Aborts when the caller disconnects. Diagrams that haven't been started are then skipped. */
  readonly leaving: AbortSignal
  /**
   * Aborts when the caller half-closes the connection or disconnects. It then gets only diagrams that need not wait.
   */
  readonly halfClosed: AbortSignal
  /** With whom it takes turns for a thread. Default: with the other diagrams of the organization. */
  readonly turn?: string
}

/** `refused`: can't be drawn, or can't be drawn now. The message is for the caller. */
export type PictureAnswer =
  | { readonly kind: 'drawn'; readonly bytes: Uint8Array; readonly mediaType: string }
  | {
      readonly kind: 'refused'
      readonly code: Extract<ErrorCode, 'NOT_FOUND' | 'CONFLICT' | 'VALIDATION_ERROR'>
      readonly message: string
    }
