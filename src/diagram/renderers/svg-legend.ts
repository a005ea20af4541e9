/** The legend of an SVG diagram. Each sample is drawn by the same code as the original. */
import type { ChangeState } from '../../meaning/changes/graph-changes.ts'
import type { EdgeForm, PlacedLegendEntry } from '../diagram.ts'
import type { BoxStyle, Theme } from '../themes/theme.ts'
import { dimmed } from './element-style.ts'
import { badge } from './svg-changes.ts'
import { routeMarkup } from './svg-routes.ts'
import { changeHatchId, hatchId, rectangle, textMarkup } from './svg-shapes.ts'
import { tag } from './xml.ts'

type Sample = PlacedLegendEntry['sample']

export function legendMarkup(entry: PlacedLegendEntry, theme: Theme): string {
  return tag('g', {}, `${sampleMarkup(entry, theme)}${textMarkup(entry.text, theme.mutedText)}`)
}

function sampleMarkup({ sample, x, y, width, height }: PlacedLegendEntry, theme: Theme): string {
  const box = (style: BoxStyle, offset = 0): string =>
    rectangle({ x, y: y + 2, width: width - 6, height: height - 6 }, style, 0, offset)
  const line =
    (form: EdgeForm, label = '') =>
    (): string => {
      const middle = y + height / 2
      return routeMarkup(
        {
          edge: { id: '', form, source: '', target: '', label, description: `Legend: ${label || form}` },
          points: [
            { x, y: middle },
            { x: x + width, y: middle },
          ],
          label: null,
        },
        theme,
      )
    }
  const change = (state: Exclude<ChangeState, 'unchanged'>) => (): string =>
    box(theme.changes[state]) +
    (state === 'unknown' ? box({ ...theme.changes.unknown, fill: `url(#${changeHatchId})`, stroke: 'none' }) : '') +
    badge(state, { x: x + width - 6, y: y + 3 }, 5.5, theme)
  const samples: Readonly<Record<Sample, () => string>> = {
    request: line('request'),
    event: line('event'),
    egress: line('egress'),
    member: line('member'),
    link: line('link'),
    reach: line('reach'),
    off: line('request', '(disabled)'),
    public: () => box(theme.subnets.public),
    private: () => box(theme.subnets.private),
    isolated: () => box(theme.subnets.isolated),
    unknown: () => box(theme.subnets.unknown),
    gap: () => box(theme.gap) + box({ ...theme.gap, fill: `url(#${hatchId})` }),
    stack: () => box(theme.node, 3) + box(theme.node),
    open: () => box(theme.reached.open),
    conditional: () => box(theme.reached.conditional),
    outside: () => box(theme.external),
    added: change('added'),
    removed: change('removed'),
    changed: change('changed'),
    uncompared: change('unknown'),
    unchanged: () => box(dimmed(theme.node, theme)),
  }
  return samples[sample]()
}
