/** Says on boxes what filters the requests to their resources, such as a web ACL: `distribution · WAF`. */
import { type GraphIndex, resourceKey } from '../../../graph/graph-index.ts'
import type { ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { resourceType, typesWith } from '../../../resource-types/look-ups.ts'
import type { DiagramElement, DiagramNode } from '../../diagram.ts'
import { countedResources, resourceKind } from '../../resource-kinds.ts'
import { mostDetail } from './resource-node.ts'

const protectionTypes: ReadonlySet<string> = new Set(
  typesWith('security').flatMap(({ type, role }) => (role === 'protection' ? [type] : [])),
)
const protecting: ReadonlySet<Verb> = new Set(['associated with', 'uses'])

/** `whole`: the whole scan. `resourcesOf`: what a box stands for, if that isn't its members. */
export function withProtection(
  elements: readonly DiagramElement[],
  whole: GraphIndex,
  resourcesOf: (node: DiagramNode) => readonly ResourceReference[] = ({ members }) => members,
): readonly DiagramElement[] {
  const protections = protectionsIn(whole)
  const visit = (element: DiagramElement): DiagramElement => {
    if (element.kind === 'group') return { ...element, children: element.children.map(visit) }
    const ofEach = resourcesOf(element).map((resource) => protections.get(resourceKey(resource)) ?? [])
    const [first] = ofEach.flat()
    if (first === undefined || ofEach.some(({ length }) => length === 0)) return element
    const by = new Map(ofEach.flat().map((each) => [resourceKey(each), each]))
    const names = [...by.values()].map((each) => whole.find(each)?.name ?? each.id)
    return protectedNode(element, first.type, names)
  }
  return protections.size === 0 ? elements : elements.map(visit)
}

/** By the key of the protected resource. */
function protectionsIn({ graph }: GraphIndex): ReadonlyMap<string, readonly ResourceReference[]> {
  const pairs = graph.relations.flatMap(({ source, verb, target }) => {
    if (!protecting.has(verb)) return []
    if (protectionTypes.has(source.type)) return [{ by: source, resource: target }]
    return protectionTypes.has(target.type) ? [{ by: target, resource: source }] : []
  })
  const byResource = Map.groupBy(pairs, ({ resource }) => resourceKey(resource))
  return new Map([...byResource].map(([key, ofIt]) => [key, ofIt.map(({ by }) => by)]))
}

/** Below a name of one line, what follows a comma has a line of its own if there isn't room beside the rest. */
function protectedNode(node: DiagramNode, type: string, names: readonly string[]): DiagramNode {
  const word = resourceType(type)?.service ?? ''
  const beside = [node.detail, word].filter(Boolean).join(' · ')
  const detail = beside.length <= mostDetail ? beside : `${node.detail}, ${word}`
  const [only = ''] = names
  const by = names.length === 1 ? `${resourceKind(type).singular} ${only}` : countedResources(type, names.length)
  return { ...node, detail, description: `${node.description}\nProtected by ${by}` }
}
