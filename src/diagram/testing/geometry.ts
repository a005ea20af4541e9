/** Measures of placed diagrams for the legibility rules. */
import type { PlacedBox, PlacedDiagram, PlacedText, Point, Rectangle } from '../diagram.ts'

export function overlaps(left: Rectangle, right: Rectangle): boolean {
  return (
    left.x < right.x + right.width &&
    right.x < left.x + left.width &&
    left.y < right.y + right.height &&
    right.y < left.y + left.height
  )
}

export function contains(outer: Rectangle, inner: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

/** Pairs of boxes that overlap, although neither contains the other. Bands have no border. */
export function overlappingBoxes(placed: PlacedDiagram): readonly string[] {
  const found: string[] = []
  const boxes = placed.boxes.filter(({ element }) => element.kind === 'node' || element.form !== 'band')
  boxes.forEach((box, position) => {
    for (const other of boxes.slice(position + 1)) {
      const related =
        ancestorIds(placed, box).includes(other.element.id) || ancestorIds(placed, other).includes(box.element.id)
      if (!related && overlaps(box, other)) found.push(`${box.element.id} and ${other.element.id}`)
    }
  })
  return found
}

/** Boxes that extend beyond the box that contains them. */
export function escapingBoxes(placed: PlacedDiagram): readonly string[] {
  const byId = new Map(placed.boxes.map((box) => [box.element.id, box]))
  return placed.boxes.flatMap((box) => {
    const parent = box.parentId === null ? undefined : byId.get(box.parentId)
    return parent === undefined || contains(parent, box) ? [] : [box.element.id]
  })
}

/** Texts as rectangles. Ascenders and descenders of Inter stay within these fractions of the size. */
export function textRectangles(box: PlacedBox): readonly Rectangle[] {
  return box.texts.map(textRectangle)
}

function textRectangle({ x, y, widthPx, sizePx }: PlacedText): Rectangle {
  return { x, y: y - sizePx * 0.8, width: widthPx, height: sizePx }
}

/** Labels that extend beyond their box, or overlap another label, icon, or child of it. */
export function misplacedLabels(placed: PlacedDiagram): readonly string[] {
  const childrenOf = Map.groupBy(placed.boxes, ({ parentId }) => parentId)
  return placed.boxes.flatMap((box) => {
    const texts = textRectangles(box)
    const children = childrenOf.get(box.element.id) ?? []
    const icon =
      box.icon === null ? [] : [{ x: box.icon.x, y: box.icon.y, width: box.icon.sizePx, height: box.icon.sizePx }]
    return texts.flatMap((text, position) => {
      const others = [...texts.slice(position + 1), ...icon, ...children]
      return contains(box, text) && !others.some((other) => overlaps(text, other))
        ? []
        : [`${box.element.id}: ${box.texts[position]?.text}`]
    })
  })
}

/** Edges that cross a group's label or an unrelated box, which is neither one of their ends nor contains one. */
export function crossingEdges(placed: PlacedDiagram): readonly string[] {
  return placed.routes.flatMap(({ edge, points }) => {
    const own = new Set(
      placed.boxes
        .filter(({ element }) => element.id === edge.source || element.id === edge.target)
        .flatMap((box) => [box.element.id, ...ancestorIds(placed, box)]),
    )
    const segments = points.slice(1).map((to, position) => thin(points[position] as Point, to))
    return placed.boxes.flatMap((box) => {
      const isBand = box.element.kind === 'group' && box.element.form === 'band'
      const foreign = !isBand && !own.has(box.element.id) && segments.some((segment) => overlaps(segment, box))
      const labels = box.element.kind === 'group' ? textRectangles(box) : []
      const overLabel = labels.some((label) => segments.some((segment) => overlaps(segment, label)))
      return foreign || overLabel ? [`${edge.id} over ${box.element.id}`] : []
    })
  })
}

/** Edges whose lines don't start and end on the borders of their boxes, or aren't orthogonal. */
export function looseEdges(placed: PlacedDiagram): readonly string[] {
  const byId = new Map(placed.boxes.map((box) => [box.element.id, box]))
  return placed.routes
    .filter(({ edge, points }) => {
      const orthogonal = points
        .slice(1)
        .every(({ x, y }, position) => x === points[position]?.x || y === points[position]?.y)
      return (
        !orthogonal || !onBorder(points[0], byId.get(edge.source)) || !onBorder(points.at(-1), byId.get(edge.target))
      )
    })
    .map(({ edge }) => edge.id)
}

function onBorder(point: Point | undefined, box: Rectangle | undefined): boolean {
  if (point === undefined || box === undefined) return false
  const onSide = point.x === box.x || point.x === box.x + box.width
  const onTop = point.y === box.y || point.y === box.y + box.height
  const inside = point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height
  return inside && (onSide || onTop)
}

/**
 * Labels of lines that cover anything: a node, the border or label of a group, a line, another label, the legend, or a
 * caption.
 */
export function coveringLabels(placed: PlacedDiagram): readonly string[] {
  const labels = placed.routes.flatMap(({ edge, label }) =>
    label === null ? [] : [{ id: edge.id, rectangle: textRectangle(label) }],
  )
  const others = [
    ...placed.boxes.flatMap((box) => (box.element.kind === 'node' ? [box] : [...borders(box), ...textRectangles(box)])),
    ...placed.routes.flatMap(({ points }) =>
      points.slice(1).map((to, position) => thin(points[position] as Point, to)),
    ),
    ...placed.captions.map(textRectangle),
    ...placed.legend.map(({ text }) => textRectangle(text)),
  ]
  return labels.flatMap(({ id, rectangle }, position) => {
    const covered = [...others, ...labels.slice(position + 1).map((each) => each.rectangle)]
    return covered.some((other) => overlaps(rectangle, other)) ? [id] : []
  })
}

function borders({ x, y, width, height, element }: PlacedBox): readonly Rectangle[] {
  if (element.kind === 'group' && element.form === 'band') return []
  return [
    { x, y, width, height: 0.5 },
    { x, y: y + height, width, height: 0.5 },
    { x, y, width: 0.5, height },
    { x: x + width, y, width: 0.5, height },
  ]
}

/** Everything that extends beyond the page, or into the area of the legend and captions. */
export function offPage(placed: PlacedDiagram): readonly string[] {
  const page = { x: 0, y: 0, width: placed.width, height: placed.height }
  const texts = [...placed.captions, ...placed.legend.map(({ text }) => text)]
  const around = texts.map(textRectangle)
  const drawn = [
    ...placed.boxes.map((box) => ({ id: box.element.id, rectangle: box })),
    ...placed.routes.flatMap(({ edge, points, label }) => [
      ...points.slice(1).map((to, position) => ({ id: edge.id, rectangle: thin(points[position] as Point, to) })),
      ...(label === null ? [] : [{ id: edge.id, rectangle: textRectangle(label) }]),
    ]),
  ]
  return [
    ...drawn
      .filter(({ rectangle }) => !contains(page, rectangle) || around.some((text) => overlaps(text, rectangle)))
      .map(({ id }) => id),
    ...texts.filter((text) => !contains(page, textRectangle(text))).map(({ text }) => text),
  ]
}

/** In pixels at 100%. */
export function smallestText(placed: PlacedDiagram): number {
  const texts = [
    ...placed.boxes.flatMap((box) => box.texts),
    ...placed.routes.flatMap(({ label }) => label ?? []),
    ...placed.captions,
    ...placed.legend.map(({ text }) => text),
  ]
  return Math.min(...texts.map(({ sizePx }) => sizePx))
}

/** A line as a narrow rectangle, shortened at its ends, so that touching a border isn't a crossing. */
function thin(from: Point, to: Point): Rectangle {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
  const [width, height] = [Math.abs(from.x - to.x), Math.abs(from.y - to.y)]
  return width > height
    ? { x: x + 0.5, y: y - 0.25, width: width - 1, height: 0.5 }
    : { x: x - 0.25, y: y + 0.5, width: 0.5, height: height - 1 }
}

function ancestorIds(placed: PlacedDiagram, box: PlacedBox): readonly string[] {
  const ids: string[] = []
  const parents = new Map(placed.boxes.map(({ element, parentId }) => [element.id, parentId]))
  for (let id = box.parentId; id !== null; id = parents.get(id) ?? null) ids.push(id)
  return ids
}
