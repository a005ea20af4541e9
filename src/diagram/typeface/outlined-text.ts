/** Converts text to the outlines of its glyphs, for programs that can't use another font. */
import type { PlacedText } from '../diagram.ts'
import { openInter } from './inter.ts'
import { textRuns } from './text-runs.ts'

/** Path data in the coordinates of the diagram. `null` if Inter has all characters. */
export async function outlinedText(text: PlacedText): Promise<string | null> {
  const runs = await textRuns(text)
  if (runs === null) return null
  let x = text.x
  let outline = ''
  for (const run of runs) {
    const font = run.piece?.font ?? (await openInter(text.weight))
    const scale = text.sizePx / font.unitsPerEm
    const { glyphs, positions } = font.layout(run.text)
    for (const [place, { path }] of glyphs.entries()) {
      const position = positions[place]
      if (position === undefined) break
      const { xAdvance, xOffset, yOffset } = position
      outline += path
        .scale(scale, -scale)
        .translate(x + xOffset * scale, text.y - yOffset * scale)
        .toSVG()
      x += xAdvance * scale
    }
  }
  return outline
}
