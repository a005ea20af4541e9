/** Defines nested boxes with lines between them, the input of every layout engine. */
import type { Diagram, DiagramElement } from '../src/diagram/diagram.ts'
import { card } from '../src/diagram/layout/dimensions.ts'
import { measureInter } from '../src/diagram/typeface/inter.ts'
import { resourceKey } from '../src/graph/graph-index.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'

export type PageBox = {
  readonly id: string
  readonly width: number
  readonly height: number
  /** `null` for a box without boxes inside. */
  readonly children: readonly PageBox[] | null
}

export type PageLine = {
  readonly source: string
  readonly target: string
  readonly label: { readonly text: string; readonly width: number; readonly height: number } | null
}

/** The distances of the product's own diagrams, so that the comparison doesn't depend on spacing. */
export const distances = { boxes: 26, layers: 52, header: 44, padding: 22 } as const

export type PageGraph = {
  readonly direction: 'down' | 'right'
  readonly boxes: readonly PageBox[]
  readonly lines: readonly PageLine[]
}

/** Converts a diagram to a page, with IDs that every engine accepts. */
export function pageOfDiagram({ elements, edges, direction, layout }: Diagram): PageGraph {
  const ids = numbering()
  const boxOf = (element: DiagramElement): PageBox => {
    const children = element.kind === 'node' ? [] : element.children.map(boxOf)
    return {
      id: ids(element.id),
      width: card.width,
      height: card.height,
      children: children.length > 0 ? children : null,
    }
  }
  const boxes = elements.map(boxOf)
  return {
    direction: layout === 'flow' ? direction : 'down',
    boxes,
    lines: edges.map(({ source, target, label }) => ({
      source: ids(source),
      target: ids(target),
      label: sized(label),
    })),
  }
}

/** Converts a graph to a page: every resource as a box in its VPC and subnet, every other relation as a line. */
export function pageOfGraph({ resources, relations }: ResourceGraph): PageGraph {
  const ids = numbering()
  const known = new Set(resources.map((resource) => resourceKey(resource)))
  const containers = ['AWS::EC2::Subnet', 'AWS::EC2::VPC']
  const holderOf = new Map<string, string>()
  for (const container of containers) {
    for (const { source, verb, target } of relations) {
      const [key, holder] = [resourceKey(source), resourceKey(target)]
      const holds = verb === 'contained in' && target.type === container && known.has(holder)
      if (holds && !holderOf.has(key) && source.type !== container) holderOf.set(key, holder)
    }
  }
  const inside = Map.groupBy(resources, (resource) => holderOf.get(resourceKey(resource)) ?? '')
  const boxesIn = (holder: string): readonly PageBox[] =>
    (inside.get(holder) ?? []).map((resource) => {
      const key = resourceKey(resource)
      const children = boxesIn(key)
      return { id: ids(key), width: card.width, height: card.height, children: children.length > 0 ? children : null }
    })
  const boxes = boxesIn('')
  const lines = relations
    .filter(({ source, target }) => known.has(resourceKey(source)) && known.has(resourceKey(target)))
    .filter(({ verb }) => verb !== 'contained in')
    .map(({ source, target }) => ({
      source: ids(resourceKey(source)),
      target: ids(resourceKey(target)),
      label: null,
    }))
  return { direction: 'down', boxes, lines }
}

function sized(label: string): PageLine['label'] {
  return label === '' ? null : { text: label, width: Math.ceil(measureInter(label, 11, 400)), height: 14 }
}

function numbering(): (id: string) => string {
  const numbers = new Map<string, string>()
  return (id) => {
    const number = numbers.get(id) ?? `b${numbers.size}`
    numbers.set(id, number)
    return number
  }
}
