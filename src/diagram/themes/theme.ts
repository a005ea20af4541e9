/** What a theme decides: values only, so that no renderer has a rule for one of them. Colours are `#rrggbb`. */
import type { Exposure } from '../../meaning/subnet-exposure.ts'
import type { EdgeForm, GroupForm, Reached } from '../diagram.ts'

export type ThemeName = 'light' | 'dark'

/** `dash` is an SVG dash array, empty for a solid line. `label` is the colour of its text. */
export type BoxStyle = {
  readonly fill: string
  readonly stroke: string
  readonly strokeWidth: number
  readonly dash: string
  readonly label: string
}

export type Theme = {
  readonly name: ThemeName
  readonly background: string
  readonly text: string
  readonly mutedText: string
  /** Colour of icons that the icon set draws in black. */
  readonly plainIcon: string
  readonly node: BoxStyle
  readonly external: BoxStyle
  readonly gap: BoxStyle
  readonly hatch: string
  readonly groups: Readonly<Record<Exclude<GroupForm, 'subnet' | 'band'>, BoxStyle>>
  /** In overviews: how many of a type there are, and what of it the internet reaches. */
  readonly count: BoxStyle
  readonly reached: Readonly<Record<Reached, BoxStyle>>
  readonly subnets: Readonly<Record<Exposure, BoxStyle>>
  readonly edges: Readonly<Record<EdgeForm, { readonly stroke: string; readonly dash: string }>>
}
