/** The values of a theme, so that no renderer depends on a specific theme. Colors are `#rrggbb`. */
import type { ChangeState } from '../../meaning/changes/graph-changes.ts'
import type { Exposure } from '../../meaning/subnet-exposure.ts'
import type { EdgeForm, GroupForm, Reached } from '../diagram.ts'

export type ThemeName = 'light' | 'dark'

/** `dash` is an SVG dash array, empty for a solid line. `label` is the color of its text. */
export type BoxStyle = {
  readonly fill: string
  readonly stroke: string
  readonly strokeWidth: number
  readonly dash: string
  readonly label: string
}

type EdgeLook = { readonly stroke: string; readonly dash: string }

export type Theme = {
  readonly name: ThemeName
  readonly background: string
  readonly text: string
  readonly mutedText: string
  /** Color of icons that the icon set draws in black. */
  readonly plainIcon: string
  readonly node: BoxStyle
  readonly external: BoxStyle
  readonly gap: BoxStyle
  readonly hatch: string
  readonly groups: Readonly<Record<Exclude<GroupForm, 'subnet' | 'band'>, BoxStyle>>
  /** For cards in overviews: counts of a type, also of those that the internet can reach. */
  readonly count: BoxStyle
  readonly reached: Readonly<Record<Reached, BoxStyle>>
  readonly subnets: Readonly<Record<Exposure, BoxStyle>>
  /** For comparisons: borders of groups, whole boxes, and arrows. */
  readonly changes: Readonly<Record<Exclude<ChangeState, 'unchanged'>, BoxStyle>>
  /** For boxes in the state `unknown`. */
  readonly changeHatch: string
  readonly edges: Readonly<Record<EdgeForm, EdgeLook>>
  /** For arrows that aren't in use. */
  readonly edgeOff: EdgeLook
}
