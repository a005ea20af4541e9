declare module 'fontkit' {
  type Path = { toSVG(): string; scale(x: number, y: number): Path; translate(x: number, y: number): Path }
  export type Font = {
    readonly unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    /** Glyphs from left to right, also for right-to-left scripts. In units of the font. */
    layout(
      text: string,
      features?: Readonly<Record<string, boolean>>,
    ): {
      readonly glyphs: readonly { readonly id: number; readonly path: Path }[]
      readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[]
    }
  }
  export function create(file: Uint8Array): Font
}
