/** Texts around the boxes: the title above, the legend and the list of what isn't drawn below. */
import type { Diagram, NotDrawn, PlacedBox, PlacedLegendEntry, PlacedRoute, PlacedText } from '../diagram.ts'
import type { ChangeState } from '../../meaning/changes/graph-changes.ts'
import type { Exposure } from '../../meaning/subnet-exposure.ts'
import { notDrawnLines } from '../not-drawn-lines.ts'
import { offState } from '../off-state.ts'
import type { Measure } from '../typeface/inter.ts'
import { detailStyle, labelStyle, placedText } from './box-texts.ts'
import { page, textSize } from './dimensions.ts'
import { wrapParts } from './fit-text.ts'

const titleStyle = { sizePx: textSize.title, weight: 600, role: 'title' } as const
const captionStyle = { sizePx: textSize.caption, weight: 400, role: 'detail' } as const

export function titleTexts(diagram: Diagram, widthPx: number, measure: Measure): readonly PlacedText[] {
  const subtitle = [diagram.accountAlias, diagram.accountId, diagram.region].filter((part) => part !== '').join(' · ')
  const title = placedText(diagram.title, page.margin, page.margin + 22, titleStyle, widthPx, measure)
  const afterTitle = page.margin + (title === null ? 0 : title.widthPx + 16)
  const left = page.margin + widthPx - afterTitle
  return [
    title,
    placedText(diagram.comparison ?? '', afterTitle, page.margin + 22, captionStyle, left, measure),
    placedText(subtitle, page.margin, page.margin + 44, captionStyle, widthPx, measure),
  ].filter((text) => text !== null)
}

type Sample = PlacedLegendEntry['sample']

const legendWords: readonly (readonly [Sample, string])[] = [
  ['added', 'added'],
  ['removed', 'removed'],
  ['changed', 'changed'],
  ['uncompared', "couldn't be compared: not read in one of the two scans"],
  ['unchanged', 'unchanged'],
  ['request', 'requests'],
  ['event', 'events and messages'],
  ['egress', 'outbound connections'],
  ['member', 'belongs to'],
  ['link', 'VPC connectivity'],
  ['reach', 'allowed traffic or access'],
  ['off', 'not in use: disabled, stopped, or failed'],
  ['public', 'public subnet: default route to an internet gateway'],
  ['private', 'private subnet: default route to another target'],
  ['isolated', 'isolated subnet: no active default route'],
  ['unknown', 'subnet with unknown routes'],
  ['open', 'open to the internet'],
  ['conditional', 'conditionally open to the internet'],
  ['stack', 'several similar resources'],
  ['gap', "couldn't be read"],
  ['outside', 'outside this scan'],
]

const sampleWidth = 26
const rowHeight = 24
const lineHeight = 18

/** The legend only has entries for what the diagram shows. */
export function legendEntries(
  boxes: readonly PlacedBox[],
  routes: readonly PlacedRoute[],
  top: number,
  widthPx: number,
  measure: Measure,
): readonly PlacedLegendEntry[] {
  const shown = new Set<Sample>([
    ...routes.map(({ edge }): Sample => (offState(edge.label) === '' ? edge.form : 'off')),
    ...boxes.flatMap(samplesOf),
    ...changeSamples([...boxes.map(({ element }) => element), ...routes.map(({ edge }) => edge)]),
  ])
  const entries: PlacedLegendEntry[] = []
  let [x, y] = [page.margin, top]
  for (const [sample, words] of legendWords) {
    if (!shown.has(sample)) continue
    const textWidth = measure(words, detailStyle.sizePx, detailStyle.weight)
    const width = Math.ceil(sampleWidth + 8 + textWidth)
    if (x > page.margin && x + width > page.margin + widthPx) [x, y] = [page.margin, y + rowHeight]
    const text = placedText(words, x + sampleWidth + 8, y + 13, detailStyle, widthPx, measure)
    if (text !== null) entries.push({ sample, text, x, y, width: sampleWidth, height: 18 })
    x += width + 26
  }
  return entries
}

function changeSamples(parts: readonly { readonly change?: ChangeState | undefined }[]): readonly Sample[] {
  return parts.flatMap(({ change }) => (change === undefined ? [] : change === 'unknown' ? 'uncompared' : change))
}

function samplesOf({ element }: PlacedBox): readonly Sample[] {
  const outside: readonly Sample[] = element.presence === 'external' ? ['outside'] : []
  if (element.kind === 'node') {
    if (element.form === 'internet') return []
    const reached: readonly Sample[] = element.reached === undefined ? [] : [element.reached]
    if (element.form === 'count') return [...reached, ...outside]
    if (element.change === 'unknown') return []
    const isGap = element.form === 'gap' || element.presence === 'unknown'
    return isGap ? ['gap'] : element.form === 'stack' ? ['stack', ...outside] : outside
  }
  const exposure: readonly Exposure[] = element.exposure === null ? [] : [element.exposure]
  return element.presence === 'unknown' ? ['gap', ...exposure] : [...exposure, ...outside]
}

/** A quoted selection can be long. The description of the diagram has the full text. */
const mostLines = 6

/** Notes about simplifications, then what isn't drawn. */
export function footerTexts(
  simplified: string,
  notDrawn: readonly NotDrawn[],
  top: number,
  widthPx: number,
  measure: Measure,
): readonly PlacedText[] {
  const said = wrapParts(simplified.split(' ').filter(Boolean), ' ', detailStyle.sizePx, 600, widthPx, measure)
    .slice(0, mostLines)
    .map((line, row) =>
      placedText(line, page.margin, top + 12 + row * lineHeight, { ...detailStyle, weight: 600 }, widthPx, measure),
    )
    .filter((text) => text !== null)
  if (notDrawn.length === 0) return said
  const firstLine = top + 12 + said.length * lineHeight
  const heading = 'Not drawn: '
  const headingWidth = Math.ceil(measure(heading, detailStyle.sizePx, labelStyle.weight)) + 4
  const lines = wrapParts(
    notDrawnLines(notDrawn),
    ', ',
    detailStyle.sizePx,
    detailStyle.weight,
    widthPx - headingWidth,
    measure,
  )
  return [
    ...said,
    placedText(heading, page.margin, firstLine, { ...detailStyle, weight: 600 }, widthPx, measure),
    ...lines.map((line, row) =>
      placedText(
        line,
        page.margin + headingWidth,
        firstLine + row * lineHeight,
        detailStyle,
        widthPx - headingWidth,
        measure,
      ),
    ),
  ].filter((text) => text !== null)
}
