/**
 * Finds the application of a resource by its CloudFormation stack: a nested stack of the root stack if it has at least two
 * boxes, otherwise the root stack. A nested stack that many roots have, each as its only one, is part of its root: the
 * add-ons of each service.
 */
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { Resource } from '../../graph/resource-graph.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'
import { named, type NamedApplication } from './application.ts'
import { isApplicationPart, isShared } from './application-parts.ts'
import { withoutGeneratedEnding, withoutNestedStackEnding } from './generated-ending.ts'

const stackTag = 'aws:cloudformation:stack-name'

/** Stacks made by Elastic Beanstalk and Service Catalog have generated names. Other tags are more useful. */
const stackOfService = /^(?:awseb-e-|SC-\d+-pp-)/u

/** A frame around one box tells nothing. */
const fewestBoxes = 2

const stackTypes: readonly string[] = everyResourceType
  .filter(({ applications }) => applications === 'stack')
  .map(({ type }) => type)

export function stackFinder(index: GraphIndex): (resource: Resource) => NamedApplication | null {
  const found = new Map<string, Place>()
  const placeOf = (name: string): Place => {
    const place = found.get(name) ?? findPlace(index, name)
    found.set(name, place)
    return place
  }
  const counts = new Map<string, number>()
  for (const type of index.types.filter((each) => isApplicationPart(each) && !isShared(each))) {
    for (const resource of index.ofType(type)) {
      const name = stackNameOf(resource)
      const child = resource.presence !== 'read' || name === null ? null : placeOf(name).child
      if (child !== null) counts.set(child, (counts.get(child) ?? 0) + 1)
    }
  }
  const nestedStacks = new Map<string, NamedApplication>()
  for (const [child, count] of counts) {
    const { root } = placeOf(child)
    if (count < fewestBoxes) continue
    const ofRoot = rootOf(root)
    nestedStacks.set(child, ofNested(ofRoot, logicalIdOf(child, [root, ofRoot.name])))
  }
  const byName = Map.groupBy(nestedStacks.values(), ({ name }) => name.toLowerCase())
  const byRoot = Map.groupBy(nestedStacks.values(), ({ nested }) => nested?.root.id)
  return (resource) => {
    const name = stackNameOf(resource)
    if (name === null) return null
    const { root, child } = placeOf(name)
    const because = root === name ? `CloudFormation stack ${root}` : `CloudFormation stack ${name} in ${root}`
    const ofRoot = { ...rootOf(root), because }
    const nested = child === null ? undefined : nestedStacks.get(child)
    if (nested === undefined) return ofRoot
    const isNameOfOthers = byName.get(nested.name.toLowerCase())?.some((each) => each.id !== nested.id) === true
    if (!isNameOfOthers) return { ...nested, because }
    if (byRoot.get(nested.nested?.root.id)?.length === 1) return ofRoot
    return { ...nested, because, name: `${ofRoot.name} ${nested.name}` }
  }
}

function rootOf(root: string): NamedApplication {
  return { ...named(withoutGeneratedEnding(root)), source: 'stack', because: `CloudFormation stack ${root}` }
}

/** Whether it is in a stack that makes an application, or is one. */
export function isInStack(resource: Resource): boolean {
  return stackNameOf(resource) !== null
}

function stackNameOf(resource: Resource): string | null {
  const name = stackTypes.includes(resource.type) ? resource.id : resource.tags[stackTag]
  return name === undefined || name.trim() === '' || stackOfService.test(name) ? null : name
}

type Place = {
  readonly root: string
  /** The nested stack directly in the root that holds the stack, or is it. `null`: the stack is the root. */
  readonly child: string | null
}

function findPlace(index: GraphIndex, name: string): Place {
  const seen = new Set([name])
  let place: Place = { root: name, child: null }
  for (;;) {
    const inner = place.root
    const [parent] = stackTypes.flatMap((type) =>
      stackTypes.flatMap((ofParent) => index.targets({ type, id: inner }, 'contained in', ofParent)),
    )
    if (parent === undefined || seen.has(parent.id)) return place
    seen.add(parent.id)
    place = { root: parent.id, child: inner }
  }
}

/** A nested stack is called `ROOT-LogicalId-1A2B3C4D5E6F`. */
function logicalIdOf(child: string, roots: readonly string[]): string {
  const root = roots.find((each) => child.startsWith(`${each}-`))
  const own = root === undefined ? child : child.slice(root.length + 1)
  return withoutNestedStackEnding(own)
}

/** The root is part of the ID, because nested stacks of other roots have the same name. */
function ofNested(root: NamedApplication, logicalId: string): NamedApplication {
  return {
    id: `${root.id}/${logicalId.toLowerCase()}`,
    name: logicalId.replace(ofCdk, '').replace(/(?<=.)(?:Nested)?Stack$/u, ''),
    source: 'stack',
    because: root.because,
    nested: { root, logicalId },
  }
}

/** The AWS CDK names the nested stack `Orders` `OrdersNestedStackOrdersNestedStackResource1A2B3C4D`. */
const ofCdk = /(?<=.)NestedStack.*NestedStackResource[\dA-F]{8}$/u
