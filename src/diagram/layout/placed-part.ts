/** A connected part of a flow, with places for its boxes and lines. */
import type { DiagramEdge, DiagramElement, Point, Rectangle } from '../diagram.ts'

export type FlowBox = {
  readonly element: DiagramElement
  readonly parentId: string | null
  readonly rectangle: Rectangle
}

export type FlowLabel = Point & { readonly text: string; readonly width: number; readonly height: number }

export type FlowRoute = {
  readonly edge: DiagramEdge
  readonly points: readonly Point[]
  /** `x` and `y` of the top left corner. */
  readonly label: FlowLabel | null
}

export type PlacedPart = {
  readonly width: number
  readonly height: number
  /** Groups come before their content. */
  readonly boxes: readonly FlowBox[]
  readonly routes: readonly FlowRoute[]
}

/** A part that may have no routes yet. Routing takes longest, so only the parts that are drawn are routed. */
export type UnroutedPart = PlacedPart & { routed(): PlacedPart }
