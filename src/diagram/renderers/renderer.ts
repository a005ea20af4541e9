/** What every renderer is: a pure function from a diagram, before or after layout, to the bytes of one format. */
import type { Diagram, PlacedDiagram } from '../diagram.ts'
import type { Theme } from '../themes/theme.ts'

type Description = { readonly mediaType: string; readonly fileExtension: string }

/** `stamp`: an ISO time that is written on the picture only when given, since it changes with every scan. */
export type RenderOptions = { readonly theme: Theme; readonly stamp?: string }

export type Renderer = Description &
  (
    | { readonly needs: 'diagram'; render(input: Diagram, options: RenderOptions): Uint8Array | Promise<Uint8Array> }
    | {
        readonly needs: 'placed'
        render(input: PlacedDiagram, options: RenderOptions): Uint8Array | Promise<Uint8Array>
      }
  )
