/** The type of every renderer: a pure function from a diagram, before or after layout, to the bytes of one format. */
import type { Diagram, PlacedDiagram } from '../diagram.ts'
import type { Theme } from '../themes/theme.ts'

type Description = { readonly mediaType: string; readonly fileExtension: string }

/** `stamp`: an ISO time, written on the diagram only if set, because it changes with every scan. */
export type RenderOptions = {
  readonly theme: Theme
  readonly stamp?: string
  /** Pixels of a raster image for each pixel at 100%. */
  readonly scale?: 1 | 2
  /** The part of a text that is split to keep limits, from 1. */
  readonly part?: number
  /** The maximum number of characters of one part, if lower than the limit of the format. */
  readonly characterLimit?: number
  /** For text formats: a summary (the default), or everything. */
  readonly detail?: Detail
  /** The base scan of a comparison, as links to other pages name it. */
  readonly compare?: string
}

export type Detail = 'summary' | 'all'

export type DiagramPage = { readonly diagram: Diagram; readonly placed: PlacedDiagram }

type Rendered = Uint8Array | Promise<Uint8Array>

/** `pages`: formats with several diagrams in one file. The first is the requested one. */
export type Renderer = Description &
  (
    | {
        readonly needs: 'diagram'
        render(input: Diagram, options: RenderOptions): Rendered
        /** For formats that split long texts. */
        partCount?(input: Diagram, options: RenderOptions): number
      }
    | { readonly needs: 'placed'; render(input: PlacedDiagram, options: RenderOptions): Rendered }
    | { readonly needs: 'pages'; render(input: readonly DiagramPage[], options: RenderOptions): Rendered }
  )
