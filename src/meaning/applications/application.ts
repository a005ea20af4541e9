/** An application: resources that belong together, and the evidence. */
import type { ResourceReference } from '../../graph/resource-graph.ts'

/** Evidence for an application, the most reliable first. A resource uses the first one that it has. */
export const sources = [
  'stack',
  'awsApplication',
  'Service Catalog',
  'Elastic Beanstalk',
  'cluster',
  'tag',
  'relations',
] as const

type ApplicationSource = (typeof sources)[number]

export type Application = {
  /** Stable as long as the application keeps its name, or its first member if only relations define it. */
  readonly id: string
  readonly name: string
  readonly source: ApplicationSource
  /** The evidence in words: a tag, stack, or cluster. */
  readonly because: string
  /** Of a nested stack: the application of its root stack, and its logical ID there. */
  readonly nested?: { readonly root: NamedApplication; readonly logicalId: string }
  /** Sorted. Without resources shared with other applications. */
  readonly members: readonly ResourceReference[]
  /** How many of its compute, data, and messaging resources are in no stack. */
  readonly withoutStack: number
}

export type NamedApplication = Omit<Application, 'members' | 'withoutStack'>

/** The same name is the same application, regardless of the source: a stack, a cluster, and a tag `shop`. */
export function named(name: string): Pick<NamedApplication, 'id' | 'name'> {
  return { id: `application:${name.toLowerCase()}`, name }
}

/** One application, or several that share the resource. */
export type Membership = {
  /** IDs of applications, sorted. */
  readonly applications: readonly string[]
  /** Why this resource belongs to them. */
  readonly because: string
}
