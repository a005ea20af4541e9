/** For formats whose only font is Inter: characters that it lacks become visible boxes, one for each character that readers count. */
import type { PlacedDiagram, PlacedText } from '../diagram.ts'
import { hasGlyph } from './inter.ts'

const box = '□'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function boxedText(text: string): string {
  return Array.from(graphemes.segment(text), ({ segment }) =>
    Array.from(segment).every((character) => hasGlyph(character)) ? segment : box,
  ).join('')
}

function boxed(text: PlacedText): PlacedText {
  return { ...text, text: boxedText(text.text) }
}

/** The same picture, its texts boxed. A box is never wider than what the layout counted for the character. */
export function withBoxedTexts(placed: PlacedDiagram): PlacedDiagram {
  return {
    ...placed,
    boxes: placed.boxes.map((each) => ({ ...each, texts: each.texts.map(boxed) })),
    routes: placed.routes.map((route) => ({ ...route, label: route.label && boxed(route.label) })),
    captions: placed.captions.map(boxed),
    legend: placed.legend.map((entry) => ({ ...entry, text: boxed(entry.text) })),
  }
}
