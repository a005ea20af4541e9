/** Checks the rules for every diagram and lists each violation. */
import type { PlacedDiagram } from '../diagram.ts'
import {
  coveringLabels,
  crossingEdges,
  escapingBoxes,
  looseEdges,
  misplacedLabels,
  offPage,
  overlappingBoxes,
  smallestText,
} from './geometry.ts'

/** The maximum number of nodes and subnets on one page. */
const mostElements = 150
/** In a browser at 100%. Still legible on a screen. */
const smallestTextPx = 11
const widestAspect = 3

export function brokenRules(placed: PlacedDiagram): readonly string[] {
  const elements = placed.boxes.filter(({ element }) => element.kind === 'node' || element.form === 'subnet').length
  const aspect = placed.width / placed.height
  return [
    ...overlappingBoxes(placed).map((pair) => `boxes overlap: ${pair}`),
    ...escapingBoxes(placed).map((id) => `box outside of the one that holds it: ${id}`),
    ...misplacedLabels(placed).map((label) => `label out of its box or over another: ${label}`),
    ...looseEdges(placed).map((id) => `line that does not lead from border to border: ${id}`),
    ...crossingEdges(placed).map((pair) => `line through a foreign box or a label: ${pair}`),
    ...coveringLabels(placed).map((id) => `label of a line covers something: ${id}`),
    ...offPage(placed).map((id) => `off the page or over its captions: ${id}`),
    ...(elements > mostElements ? [`${elements} elements`] : []),
    ...(smallestText(placed) < smallestTextPx ? [`text of ${smallestText(placed)} px`] : []),
    ...(aspect > widestAspect + 0.01 || aspect < 1 / widestAspect - 0.01 ? [`sides ${aspect.toFixed(2)} : 1`] : []),
  ]
}
