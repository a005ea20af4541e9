/** Keeps right-to-left names in left-to-right lines from reordering the text after them. */

/** Hebrew, Arabic, and related scripts. Source: Unicode's `DerivedBidiClass.txt`, blocks of the classes R and AL. */
const letter = String.raw`[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]`
/** Letters, and what joins the words of one name. Separators (`·`, `,`, `:`, `/`) end the stretch. */
const stretch = `${letter}+(?:[\\p{N}\\p{M} ._'’…-]*${letter}+)*`
const stretches = new RegExp(`(${stretch})`, 'gu')
const stretchesAndMarks = new RegExp(`(${stretch})\u200E?`, 'gu')

export const leftToRightMark = '\u200E'

/**
 * Ends each right-to-left stretch with a left-to-right mark, so that numbers and punctuation after it keep their place
 * in every viewer. The mark also works where isolates don't: in resvg, draw.io, Graphviz, and terminals.
 */
export function isolated(text: string): string {
  return text.replaceAll(stretchesAndMarks, `$1${leftToRightMark}`)
}

export type Stretch = { readonly text: string; readonly isRightToLeft: boolean }

/** In visual order, from the left. Each number within a right-to-left stretch is a stretch of its own. */
export function inVisualOrder(text: string): readonly Stretch[] {
  return text
    .split(stretches)
    .flatMap((part, position): readonly Stretch[] =>
      position % 2 === 0 ? [{ text: part, isRightToLeft: false }] : wordsFromTheLeft(part),
    )
    .filter((part) => part.text !== '')
}

function wordsFromTheLeft(stretchText: string): readonly Stretch[] {
  return stretchText
    .split(/(\p{Nd}+| )/u)
    .toReversed()
    .flatMap((word): readonly Stretch[] =>
      // Shapers would write several digits of Arabic script from the right.
      /^\p{Nd}/u.test(word)
        ? Array.from(word, (digit) => ({ text: digit, isRightToLeft: false }))
        : [{ text: word, isRightToLeft: true }],
    )
}
