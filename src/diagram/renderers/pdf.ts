/** PDF: a vector page for each diagram, with selectable text, bookmarks, and links between the pages. */
import PdfDocument from 'pdfkit'
import svgToPdf from 'svg-to-pdfkit'
import type { PlacedBox, PlacedDiagram, Rectangle } from '../diagram.ts'
import { openInter } from '../typeface/inter.ts'
import { outlinedText } from '../typeface/outlined-text.ts'
import { hasPlacedMarks, textRuns } from '../typeface/text-runs.ts'
import { consoleUrl } from './console-links.ts'
import type { DiagramPage, Renderer, RenderOptions } from './renderer.ts'
import { extentOf, oneResource } from './svg-boxes.ts'
import { stampText } from './svg.ts'
import { svgDocument } from './svg-document.ts'
import { withDrawnTexts } from './svg-shapes.ts'
import { escapeXml, tag } from './xml.ts'

/** The size of a pixel at 100%, which is 1/96 inch. */
const pointsPerPixel = 0.75
/** The maximum length of a side (PDF 1.7, annex C). */
const maxSidePoints = 14_400

export const pdf: Renderer = {
  mediaType: 'application/pdf',
  fileExtension: 'pdf',
  needs: 'pages',
  render: (pages, options) => written(pages, options),
}

async function written(pages: readonly DiagramPage[], options: RenderOptions): Promise<Uint8Array> {
  const { stamp } = options
  const about = pages[0]?.placed
  const document = new PdfDocument({
    autoFirstPage: false,
    // From version 1.4 on, the library also writes the title as XML without escaping it.
    pdfVersion: '1.3',
    // The output of compressors depends on the processor. The same account must give the same bytes everywhere.
    compress: false,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: (about?.title ?? '').toWellFormed(),
      Subject: (about?.description ?? '').toWellFormed(),
      Creator: 'Surveyor',
      Producer: 'Surveyor',
      // The ID of the file is derived from this metadata, not from the time of drawing.
      CreationDate: new Date(stamp ?? 0),
    },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = new Promise((resolve, reject) => document.on('end', resolve).on('error', reject))
  // The library also takes open fonts, which its types don't have.
  document.registerFont(fontName(false), (await openInter(400)) as never)
  document.registerFont(fontName(true), (await openInter(600)) as never)
  for (const [number, { placed }] of pages.entries()) await addPage(document, placed, number, pages, options)
  document.end()
  await ended
  return Buffer.concat(chunks)
}

function fontName(isBold: boolean): string {
  return isBold ? 'Inter semibold' : 'Inter'
}

async function addPage(
  document: PDFKit.PDFDocument,
  placed: PlacedDiagram,
  number: number,
  pages: readonly DiagramPage[],
  options: RenderOptions,
): Promise<void> {
  const scale = scaleOf(placed)
  const size: [number, number] = [placed.width * scale, placed.height * scale]
  document.addPage({ size, margin: 0 })
  document.addNamedDestination(destination(number))
  document.outline.addItem(titleOf(placed) || 'Page')
  const notes = scale < pointsPerPixel ? [`Scaled to ${Math.round((scale / pointsPerPixel) * 100)}%`] : []
  const foreign = new Set<string>()
  const drawn = svgDocument(await withFonts(placed, document, foreign), {
    theme: options.theme,
    stamp: [...notes, stampText(options)].filter((part) => part !== '').join(' · '),
    hrefOf: null,
    fonts: '',
    idSuffix: '',
  })
  svgToPdf(document, drawn, 0, 0, {
    width: size[0],
    height: size[1],
    preserveAspectRatio: 'xMinYMin meet',
    assumePt: true,
    fontCallback: (family, isBold) => (foreign.has(family) ? family : fontName(isBold)),
    warningCallback: () => undefined,
  })
  for (const box of placed.boxes) addLink(document, box, placed, pages)
}

/** Names the font of each part of a text that needs more than Inter, and adds it to `foreign` and to the document. */
function withFonts(placed: PlacedDiagram, document: PDFKit.PDFDocument, foreign: Set<string>): Promise<PlacedDiagram> {
  return withDrawnTexts(placed, async (text) => {
    const runs = await textRuns(text)
    if (runs === null) return text
    const content = runs.map((run) => {
      const { piece } = run
      if (piece === null) return tag('tspan', {}, escapeXml(run.text))
      if (!foreign.has(piece.name)) document.registerFont(piece.name, Buffer.from(piece.file))
      foreign.add(piece.name)
      return tag('tspan', { 'font-family': piece.name }, escapeXml(run.text))
    })
    // The library places combining marks wrongly or drops them.
    const outline = hasPlacedMarks(runs) ? await outlinedText(text) : null
    return { ...text, content: content.join(''), ...(outline !== null && { outline }) }
  })
}

function scaleOf({ width, height }: PlacedDiagram): number {
  return Math.min(pointsPerPixel, maxSidePoints / Math.max(width, height))
}

/** Links to the page that the box opens if the file contains it, otherwise to the AWS console. */
function addLink(
  document: PDFKit.PDFDocument,
  box: PlacedBox,
  placed: PlacedDiagram,
  pages: readonly DiagramPage[],
): void {
  const { element } = box
  const place: Rectangle | null = element.kind === 'node' ? box : extentOf(box.texts)
  if (place === null) return
  const scale = scaleOf(placed)
  const [x, y, width, height] = [place.x, place.y, place.width, place.height].map((length) => length * scale) as [
    number,
    number,
    number,
    number,
  ]
  const page = pages.findIndex((each) => each.placed.view === placed.view && each.placed.page === element.opens)
  if (page >= 0) {
    document.goTo(x, y, width, height, destination(page))
    return
  }
  const resource = element.presence === 'read' ? oneResource(box) : null
  const url = resource === null ? null : consoleUrl(placed.region, resource)
  if (url !== null) document.link(x, y, width, height, url)
}

function destination(page: number): string {
  return `page-${page}`
}

function titleOf({ captions, view }: PlacedDiagram): string {
  return captions.find(({ role }) => role === 'title')?.text ?? view
}
