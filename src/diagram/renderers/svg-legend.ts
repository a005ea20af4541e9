/** The legend of an SVG diagram. Each sample is drawn by the same code as the original. */
import type { EdgeForm, PlacedLegendEntry } from '../diagram.ts'
import type { BoxStyle, Theme } from '../themes/theme.ts'
import { routeMarkup } from './svg-routes.ts'
import { hatchId, rectangle, textMarkup } from './svg-shapes.ts'
import { tag } from './xml.ts'

type Sample = PlacedLegendEntry['sample']

export function legendMarkup(entry: PlacedLegendEntry, theme: Theme): string {
  return tag('g', {}, `${sampleMarkup(entry, theme)}${textMarkup(entry.text, theme.mutedText)}`)
}

function sampleMarkup({ sample, x, y, width, height }: PlacedLegendEntry, theme: Theme): string {
  const box = (style: BoxStyle, offset = 0): string =>
    rectangle({ x, y: y + 2, width: width - 6, height: height - 6 }, style, 0, offset)
  const line = (form: EdgeForm) => (): string => {
    const middle = y + height / 2
    return routeMarkup(
      {
        edge: { id: '', form, source: '', target: '', label: '', description: `Legend: ${form}` },
        points: [
          { x, y: middle },
          { x: x + width, y: middle },
        ],
        label: null,
      },
      theme,
    )
  }
  const samples: Readonly<Record<Sample, () => string>> = {
    request: line('request'),
    event: line('event'),
    egress: line('egress'),
    member: line('member'),
    link: line('link'),
    reach: line('reach'),
    public: () => box(theme.subnets.public),
    private: () => box(theme.subnets.private),
    isolated: () => box(theme.subnets.isolated),
    unknown: () => box(theme.subnets.unknown),
    gap: () => box(theme.gap) + box({ ...theme.gap, fill: `url(#${hatchId})` }),
    stack: () => box(theme.node, 3) + box(theme.node),
    open: () => box(theme.reached.open),
    conditional: () => box(theme.reached.conditional),
    outside: () => box(theme.external),
  }
  return samples[sample]()
}
