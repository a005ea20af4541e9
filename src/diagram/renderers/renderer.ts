/** What every renderer is: a pure function from a diagram, before or after layout, to the bytes of one format. */
import type { Diagram, PlacedDiagram } from '../diagram.ts'
import type { Theme } from '../themes/theme.ts'

type Description = { readonly mediaType: string; readonly fileExtension: string }

/** `stamp`: an ISO time that is written on the picture only when given, since it changes with every scan. */
export type RenderOptions = {
  readonly theme: Theme
  readonly stamp?: string
  /** Pixels of a raster picture for each pixel at 100 %. */
  readonly scale?: 1 | 2
  /** Which part of a text that is split to keep within limits; the first is 1. */
  readonly part?: number
  /** Characters that one part may have, where less than the format's own limit. */
  readonly characterLimit?: number
  /** Of formats that are text: as much as people take in where they paste it, which is usual, or everything. */
  readonly detail?: Detail
}

export type Detail = 'summary' | 'all'

export type DiagramPage = { readonly diagram: Diagram; readonly placed: PlacedDiagram }

type Rendered = Uint8Array | Promise<Uint8Array>

/** `pages`: formats that hold several diagrams in one file; the first is the one that was asked for. */
export type Renderer = Description &
  (
    | {
        readonly needs: 'diagram'
        render(input: Diagram, options: RenderOptions): Rendered
        /** Of formats that split what is too long for them. */
        partCount?(input: Diagram, options: RenderOptions): number
      }
    | { readonly needs: 'placed'; render(input: PlacedDiagram, options: RenderOptions): Rendered }
    | { readonly needs: 'pages'; render(input: readonly DiagramPage[], options: RenderOptions): Rendered }
  )
