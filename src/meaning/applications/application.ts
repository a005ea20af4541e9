/** An application: resources that belong together, and what says so. */
import type { ResourceReference } from '../../graph/resource-graph.ts'

/** What tells of an application, the most reliable first: a resource goes by the first that it has. */
export const sources = ['stack', 'awsApplication', 'Service Catalog', 'cluster', 'tag', 'relations'] as const

type ApplicationSource = (typeof sources)[number]

export type Application = {
  /** The same as long as the application has its name, or its first member where only relations tell of it. */
  readonly id: string
  readonly name: string
  readonly source: ApplicationSource
  /** In words: which tag, stack, or cluster. */
  readonly because: string
  /** Without what it shares with others; sorted. */
  readonly members: readonly ResourceReference[]
}

/** One application, or the several that share the resource. */
export type Membership = {
  /** IDs of applications, sorted. */
  readonly applications: readonly string[]
  /** Why this resource belongs to them. */
  readonly because: string
}
