/** Joins the labels of merged arrows. */
import { compareText } from '../../../graph/graph-index.ts'

const longestLabel = 24

/** `tcp 80, 443`: a common beginning of the labels is shown once. If the text is too long, labels are counted. */
export function shortLabel(labels: readonly string[]): string {
  if (labels.length <= 1) return labels[0] ?? ''
  if (labels.join() === 'reads,writes') return 'reads and writes'
  const byWord = [...Map.groupBy(labels, (label) => label.slice(0, label.indexOf(' ') + 1))]
  const joined = byWord.map(
    ([word, alike]) =>
      `${word}${alike
        .map((label) => label.slice(word.length))
        .toSorted(compareNumbers)
        .join(', ')}`,
  )
  const whole = joined.join(', ')
  if (whole.length <= longestLabel) return whole
  const [first = ''] = labels
  return `${first} +${labels.length - 1}`
}

function compareNumbers(left: string, right: string): number {
  return Number.parseInt(left, 10) - Number.parseInt(right, 10) || compareText(left, right)
}
