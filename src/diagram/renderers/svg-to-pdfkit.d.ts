declare module 'svg-to-pdfkit' {
  export default function svgToPdf(
    document: PDFKit.PDFDocument,
    svg: string,
    x: number,
    y: number,
    options: {
      readonly width: number
      readonly height: number
      readonly preserveAspectRatio: string
      readonly assumePt: boolean
      /** The registered font of a text. */
      fontCallback(family: string, bold: boolean, italic: boolean): string
      warningCallback(warning: string): void
    },
  ): void
}
