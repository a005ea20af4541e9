/** Runs general layout engines on one page: Graphviz dot, ELK, dagre, and D2, each with its defaults. */
import { graphlib, layout as layoutWithDagre } from '@dagrejs/dagre'
import { Graphviz } from '@hpcc-js/wasm-graphviz'
import { D2 } from '@terrastruct/d2'
import elk, { type ElkNode } from 'elkjs/lib/elk.bundled.js'
import type { Point } from '../src/diagram/diagram.ts'
import { distances, type PageBox, type PageGraph } from './page-graph.ts'

export type EngineName = 'dot' | 'elk' | 'dagre' | 'd2'

export type LaidOutPage = {
  readonly width: number
  readonly height: number
  readonly lines: readonly (readonly Point[])[]
}

/** Loads the engine. The returned function lays out one page. */
export const engines: Readonly<Record<EngineName, () => Promise<(page: PageGraph) => Promise<LaidOutPage>>>> = {
  dot: async () => {
    const graphviz = await Graphviz.load()
    return (page) => Promise.resolve(readDot(graphviz.layout(dotOf(page), 'json', 'dot')))
  },
  elk: () => {
    const engine = new elk.default()
    return Promise.resolve(async (page) => readElk(await engine.layout(elkOf(page))))
  },
  dagre: () => Promise.resolve((page) => Promise.resolve(layoutByDagre(page))),
  d2: () => {
    const engine = new D2()
    return Promise.resolve(async (page) => {
      const { diagram } = await engine.compile({
        fs: { index: d2Of(page) },
        options: { layout: 'dagre' },
      })
      const right = Math.max(0, ...diagram.shapes.map(({ pos, width }) => pos.x + width))
      const bottom = Math.max(0, ...diagram.shapes.map(({ pos, height }) => pos.y + height))
      return {
        width: right,
        height: bottom,
        lines: diagram.connections.map(({ route, isCurve }) => (isCurve ? curve(route) : route)),
      }
    })
  },
}

/** Engines without lines to groups get a line to a box within the group. */
function leafOf(page: PageGraph): (id: string) => string {
  const leaves = new Map<string, string>()
  const visit = (box: PageBox): string => {
    const inside = (box.children ?? []).map(visit)
    const leaf = inside[0] ?? box.id
    leaves.set(box.id, leaf)
    return leaf
  }
  page.boxes.forEach(visit)
  return (id) => leaves.get(id) ?? id
}

function dotOf(page: PageGraph): string {
  const leaf = leafOf(page)
  const groups = new Set<string>()
  const boxText = ({ id, width, height, children }: PageBox): string => {
    if (children === null) return `${id} [width=${width / 72} height=${height / 72}]`
    groups.add(id)
    return `subgraph cluster_${id} { margin=${distances.padding}\n${children.map(boxText).join('\n')}\n}`
  }
  const boxes = page.boxes.map(boxText)
  const lines = page.lines.map(({ source, target, label }) => {
    const ends = [
      label === null ? '' : `fontsize=11 label=${JSON.stringify(label.text)}`,
      groups.has(source) ? `ltail=cluster_${source}` : '',
      groups.has(target) ? `lhead=cluster_${target}` : '',
    ]
    return `${leaf(source)} -> ${leaf(target)} [${ends.join(' ')}]`
  })
  const rankdir = page.direction === 'right' ? 'LR' : 'TB'
  return `digraph { compound=true rankdir=${rankdir} nodesep=${distances.boxes / 72} ranksep=${distances.layers / 72} node [shape=box fixedsize=true label=""]\n${[...boxes, ...lines].join('\n')}\n}`
}

function readDot(json: string): LaidOutPage {
  const read = JSON.parse(json) as { readonly bb: string; readonly edges?: readonly { readonly pos?: string }[] }
  const [left = 0, top = 0, right = 0, bottom = 0] = read.bb.split(',').map(Number)
  const lines = (read.edges ?? []).flatMap(({ pos }) => {
    if (pos === undefined) return []
    const points = pos
      .split(/[\s;]+/)
      .filter((part) => !/^[se],/.test(part))
      .map(pointOf)
    return [curve(points)]
  })
  return { width: right - left, height: bottom - top, lines }
}

function pointOf(text: string): Point {
  const [x = 0, y = 0] = text.split(',').map(Number)
  return { x, y }
}

/** Converts Bézier curves of degree three to straight pieces. */
function curve(points: readonly Point[]): readonly Point[] {
  const pieces = 8
  const drawn = points.slice(0, 1)
  for (let start = 0; start + 3 < points.length; start += 3) {
    const [a, b, c, d] = points.slice(start, start + 4) as [Point, Point, Point, Point]
    for (let piece = 1; piece <= pieces; piece += 1) {
      const t = piece / pieces
      const mix = (axis: 'x' | 'y'): number =>
        (1 - t) ** 3 * a[axis] + 3 * (1 - t) ** 2 * t * b[axis] + 3 * (1 - t) * t ** 2 * c[axis] + t ** 3 * d[axis]
      drawn.push({ x: mix('x'), y: mix('y') })
    }
  }
  return drawn
}

const distancesOfElk = {
  'elk.spacing.nodeNode': String(distances.boxes),
  'elk.layered.spacing.nodeNodeBetweenLayers': String(distances.layers),
} as const

function elkOf(page: PageGraph): ElkNode {
  const nodeOf = ({ id, width, height, children }: PageBox): ElkNode =>
    children === null
      ? { id, width, height }
      : {
          id,
          layoutOptions: {
            ...distancesOfElk,
            'elk.padding': `[top=${distances.header},left=${distances.padding},bottom=${distances.padding},right=${distances.padding}]`,
          },
          children: children.map(nodeOf),
        }
  return {
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': page.direction === 'right' ? 'RIGHT' : 'DOWN',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.edgeCoords': 'ROOT',
      ...distancesOfElk,
    },
    children: page.boxes.map(nodeOf),
    edges: page.lines.map(({ source, target, label }, position) => ({
      id: `l${position}`,
      sources: [source],
      targets: [target],
      labels: label === null ? [] : [label],
    })),
  }
}

function readElk({ width = 0, height = 0, edges = [] }: ElkNode): LaidOutPage {
  const lines = edges.map(({ sections = [] }) =>
    sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]),
  )
  return { width, height, lines }
}

function layoutByDagre(page: PageGraph): LaidOutPage {
  const graph = new graphlib.Graph({ compound: true, multigraph: true })
  graph.setGraph({
    rankdir: page.direction === 'right' ? 'LR' : 'TB',
    nodesep: distances.boxes,
    ranksep: distances.layers,
  })
  const add = ({ id, width, height, children }: PageBox, parent: string | null): void => {
    graph.setNode(id, { width, height })
    if (parent !== null) graph.setParent(id, parent)
    for (const child of children ?? []) add(child, id)
  }
  for (const box of page.boxes) add(box, null)
  const leaf = leafOf(page)
  page.lines.forEach(({ source, target, label }, position) =>
    graph.setEdge(leaf(source), leaf(target), { ...label }, String(position)),
  )
  layoutWithDagre(graph)
  const { width = 0, height = 0 } = graph.graph()
  const lines = graph
    .edges()
    .map((edge: Parameters<typeof graph.edge>[0]) => graph.edge(edge).points as readonly Point[])
  return { width, height, lines }
}

function d2Of(page: PageGraph): string {
  const paths = new Map<string, string>()
  const boxText = ({ id, width, height, children }: PageBox, parent: string): string => {
    const path = parent === '' ? id : `${parent}.${id}`
    paths.set(id, path)
    if (children === null) return `${id}: "" {width: ${width}; height: ${height}}`
    return `${id}: "" {\n${children.map((child) => boxText(child, path)).join('\n')}\n}`
  }
  const boxes = page.boxes.map((box) => boxText(box, ''))
  const lines = page.lines.map(
    ({ source, target, label }) =>
      `${paths.get(source) ?? ''} -> ${paths.get(target) ?? ''}: ${JSON.stringify(label?.text ?? '')}`,
  )
  return [`direction: ${page.direction}`, ...boxes, ...lines].join('\n')
}
