declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string | undefined,
    options: {
      readonly targetFormat: 'sfnt' | 'woff' | 'woff2'
      readonly keepAllGlyphs?: boolean
      readonly variationAxes?: Readonly<Record<string, number>>
    },
  ): Promise<Uint8Array>
}
