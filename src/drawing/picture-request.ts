/** A request for a picture of a stored diagram, and its answer. */
import type { DiagramFormat, DiagramTheme } from '../../contract/diagram.ts'
import type { ErrorCode } from '../../contract/error-catalogue.ts'

/** Which part of a view is drawn, and how; `checkPage` finds no fault in it. */
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
  /** Pixels of a raster picture for each pixel at 100 %. */
  readonly scale: 1 | 2
  /** Of a text that is split: which part of it, from 1, and how many characters one may have. */
  readonly part: number
  readonly characterLimit: number
  /** Of a text: how much of the page it shows. */
  readonly detail: 'summary' | 'all'
  readonly page: PageSelection
  /** Whether the time at which the scan ended is written on the picture. */
  readonly stamp: boolean
}

export type PictureRequest = {
  readonly organizationId: string
  readonly diagramId: string
  readonly options: PictureOptions
}

/** Who waits for a picture. */
export type PictureCaller = {
  /** Aborts when they are gone: what has not begun is not drawn. */
  readonly leaving: AbortSignal
  /** Aborts when they send no more, be it that they only read on or that they are gone: they get what need not wait. */
  readonly halfClosed: AbortSignal
}

/** `refused`: what cannot be drawn, or not now; the message is for the caller. */
export type PictureAnswer =
  | { readonly kind: 'drawn'; readonly bytes: Uint8Array; readonly mediaType: string }
  | {
      readonly kind: 'refused'
      readonly code: Extract<ErrorCode, 'NOT_FOUND' | 'CONFLICT' | 'VALIDATION_ERROR'>
      readonly message: string
    }
