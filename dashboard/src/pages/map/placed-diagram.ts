/** Types of a placed diagram (`format=json`): boxes with positions, and arrows between them. */

export type Point = { readonly x: number; readonly y: number }
export type Rectangle = Point & { readonly width: number; readonly height: number }

export type PlacedText = Point & {
  /** `y` is the baseline. */
  readonly text: string
  readonly sizePx: number
  readonly weight: 400 | 600
  readonly role: 'title' | 'label' | 'detail'
  readonly widthPx: number
}

export type ResourceReference = { readonly type: string; readonly id: string }

export type ChangeState = 'added' | 'removed' | 'changed' | 'unknown' | 'unchanged'

export type MapElement = {
  readonly kind: 'node' | 'group'
  readonly id: string
  /** For nodes `resource`, `stack`, `count`, `gap`, or `internet`; for groups the kind of group. */
  readonly form: string
  readonly type: string | null
  readonly members: readonly ResourceReference[]
  readonly presence: 'read' | 'external' | 'unknown'
  readonly variant?: string
  /** What the internet reaches: `open`, or `conditional`. */
  readonly reached?: string
  readonly exposure?: string | null
  /** Only in comparisons. */
  readonly change?: ChangeState
  readonly label: string
  readonly detail: string
  readonly description: string
  /** The detail page, as a value of the `focus` option. */
  readonly opens?: string | null
}

export type PlacedBox = Rectangle & {
  readonly element: MapElement
  readonly parentId: string | null
  readonly icon: (Point & { readonly sizePx: number }) | null
  readonly texts: readonly PlacedText[]
}

export type PlacedRoute = {
  readonly edge: {
    readonly id: string
    readonly form: string
    readonly source: string
    readonly target: string
    readonly label?: string
    readonly description: string
    readonly change?: ChangeState
  }
  readonly points: readonly Point[]
  readonly label?: PlacedText | null
}

export type PlacedDiagram = {
  readonly view: string
  readonly page?: string
  readonly title: string
  readonly description: string
  readonly width: number
  readonly height: number
  /** Parents before their children. */
  readonly boxes: readonly PlacedBox[]
  readonly routes: readonly PlacedRoute[]
  readonly notDrawn?: readonly { readonly what: string; readonly count: number }[]
  /** Only in comparisons: what changed. */
  readonly comparison?: string
  readonly simplified?: string
}
