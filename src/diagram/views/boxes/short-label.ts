/** Joins the labels of merged arrows. */
import { compareText } from '../../../graph/graph-index.ts'

const longestLabel = 24

/** `tcp 80, 443`: a common beginning of the labels, and each port, are shown once. If the text is too long, labels are counted. */
export function shortLabel(labels: readonly string[]): string {
  if (labels.join() === 'reads,writes') return 'reads and writes'
  const byWord = [...Map.groupBy(labels, (label) => label.slice(0, label.indexOf(' ') + 1))]
  const joined = byWord.map(
    ([word, alike]) =>
      `${word}${[...new Set(alike.flatMap((label) => portsOf(label.slice(word.length))))].toSorted(compareNumbers).join(', ')}`,
  )
  const whole = joined.join(', ')
  if (labels.length <= 1 || whole.length <= longestLabel) return whole
  const [first = ''] = labels
  return `${shortLabel([first])} +${labels.length - 1}`
}

/** Exposures list several ports in one text, and labels may be joined twice: `80,443` and `80, 443`. */
function portsOf(text: string): readonly string[] {
  return /^[\d, -]+$/u.test(text) ? text.split(/, ?/u) : [text]
}

function compareNumbers(left: string, right: string): number {
  return Number.parseInt(left, 10) - Number.parseInt(right, 10) || compareText(left, right)
}
