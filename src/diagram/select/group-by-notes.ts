/** Adds a note to a diagram if grouping by a tag had no effect. */
import type { Resource } from '../../graph/resource-graph.ts'
import type { Diagram } from '../diagram.ts'

export function hasTag(resources: readonly Resource[], tag: string): boolean {
  return resources.some(({ tags }) => Object.hasOwn(tags, tag) && tags[tag] !== '')
}

export function noteMissingTag(diagram: Diagram, tag: string): Diagram {
  return noted(diagram, `No resource in this diagram has the tag ${tag}, so it isn't grouped.`)
}

/** Views of nested boxes only group if there are too many boxes. `plain`: the diagram without the tag. */
export function noteNotGrouped(diagram: Diagram, plain: Diagram, tag: string): Diagram {
  const isSame = JSON.stringify(diagram.elements) === JSON.stringify(plain.elements)
  return isSame ? noted(diagram, `This diagram is small enough to show without grouping by ${tag}.`) : diagram
}

function noted(diagram: Diagram, words: string): Diagram {
  return { ...diagram, simplified: [diagram.simplified, words].filter((text) => text !== '').join(' ') }
}
