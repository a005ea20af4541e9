/** Finds applications that resources name themselves: by CloudFormation stack, by tags, or by cluster. */
import type { GraphIndex } from '../../graph/graph-index.ts'
import { compareText, displayName } from '../../graph/graph-index.ts'
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'
import type { Application } from './application.ts'
import { isApplicationPart } from './application-parts.ts'
import { withoutGeneratedEnding } from './generated-ending.ts'

export type NamedApplication = Omit<Application, 'members'>

/** `null`: the resource names none. */
type Finder = (resource: Resource) => NamedApplication | null

/** Common tags for applications, most reliable first. Case-insensitive. */
const usualTags = ['application', 'app', 'service', 'project', 'component', 'team'] as const

const stackTag = 'aws:cloudformation:stack-name'
const applicationTag = 'awsApplication'
const productTag = 'aws:servicecatalog:provisionedProductArn'
/** Source: "Tagging your Amazon EKS resources" and "Amazon ECS-managed tags" in their user guides; eksctl's own tag. */
const clusterTags = ['aws:eks:cluster-name', 'eks:cluster-name', 'alpha.eksctl.io/cluster-name', 'aws:ecs:clusterName']
const ownedByCluster = 'kubernetes.io/cluster/'

/** Stacks made by Elastic Beanstalk and Service Catalog have generated names. Other tags are more useful. */
const stackOfService = /^(?:awseb-e-|SC-\d+-pp-)/u

const typesGrouping = (what: 'stack' | 'cluster'): readonly string[] =>
  everyResourceType.filter(({ applications }) => applications === what).map(({ type }) => type)

const stackTypes = typesGrouping('stack')
const clusterTypes = typesGrouping('cluster')

/** From most to least reliable. If tags contradict each other, the first one decides. */
export function applicationFinders(index: GraphIndex): readonly Finder[] {
  return [
    (resource) => stackOf(index, resource),
    ({ tags }) => byArn('awsApplication', applicationTag, tags[applicationTag]),
    ({ tags }) => byArn('Service Catalog', productTag, tags[productTag]),
    (resource) => clusterOf(index, resource),
    ...usefulTags(index).map((key) => (resource: Resource) => byUsualTag(resource, key)),
  ]
}

/** A nested stack is part of its root stack. */
function stackOf(index: GraphIndex, resource: Resource): NamedApplication | null {
  const name = stackTypes.includes(resource.type) ? resource.id : resource.tags[stackTag]
  if (name === undefined || name.trim() === '' || stackOfService.test(name)) return null
  const root = rootOf(index, name)
  return {
    ...named(withoutGeneratedEnding(root)),
    source: 'stack',
    because: root === name ? `CloudFormation stack ${root}` : `CloudFormation stack ${name} in ${root}`,
  }
}

function rootOf(index: GraphIndex, name: string): string {
  const seen = new Set<string>()
  let root = name
  while (!seen.has(root)) {
    seen.add(root)
    const child = root
    const [parent] = stackTypes.flatMap((type) =>
      stackTypes.flatMap((ofParent) => index.targets({ type, id: child }, 'contained in', ofParent)),
    )
    if (parent !== undefined) root = parent.id
  }
  return root
}

/** The name is between the last two slashes: `…:group/shop/0a1b2c`. */
function byArn(
  source: 'awsApplication' | 'Service Catalog',
  tag: string,
  arn: string | undefined,
): NamedApplication | null {
  if (arn === undefined || arn.trim() === '') return null
  const parts = arn.split('/')
  return { ...named(parts.at(-2)?.trim() || arn), source, because: `tag ${tag}` }
}

function clusterOf(index: GraphIndex, resource: Resource): NamedApplication | null {
  const { tags } = resource
  const [owner] = Object.keys(tags)
    .filter((key) => key.startsWith(ownedByCluster) && tags[key] === 'owned')
    .sort(compareText)
  const tag = clusterTags.find((key) => (tags[key] ?? '').trim() !== '')
  const name =
    tag === undefined ? (owner?.slice(ownedByCluster.length) ?? containingCluster(index, resource)) : tags[tag]
  if (name === null || name === undefined || name.trim() === '') return null
  return { ...named(name), source: 'cluster', because: `cluster ${name}` }
}

/** An empty cluster isn't an application. */
function containingCluster(index: GraphIndex, resource: Resource): string | null {
  const [cluster] = clusterTypes.flatMap((type) => index.targets(resource, 'contained in', type))
  if (cluster !== undefined) return nameOf(index, cluster)
  const isUsed =
    clusterTypes.includes(resource.type) &&
    everyResourceType.some(({ type }) => index.sources(resource, 'contained in', type).length > 0)
  return isUsed ? nameOf(index, resource) : null
}

function nameOf(index: GraphIndex, reference: ResourceReference): string {
  const resource = index.find(reference)
  return resource === null ? (reference.id.split('/').at(-1) ?? reference.id) : displayName(resource)
}

function byUsualTag({ tags }: Resource, usual: string): NamedApplication | null {
  const [value] = valuesOf(tags, usual)
  return value === undefined ? null : { ...named(value), source: 'tag', because: `tag ${usual}` }
}

/** The same name is the same application, regardless of the source: a stack, a cluster, and a tag `shop`. */
function named(name: string): Pick<NamedApplication, 'id' | 'name'> {
  return { id: `application:${name.toLowerCase()}`, name }
}

/** Without tags that have the same value on all resources. */
function usefulTags(index: GraphIndex): readonly string[] {
  const resources = index.types
    .filter(isApplicationPart)
    .flatMap((type) => index.ofType(type).filter(({ presence }) => presence === 'read'))
  const [first] = resources
  if (first === undefined || resources.length === 1) return usualTags
  return usualTags.filter((usual) => {
    const valueOf = ({ tags }: Resource) => valuesOf(tags, usual)[0]?.toLowerCase()
    const value = valueOf(first)
    return resources.some((resource) => valueOf(resource) !== value)
  })
}

function valuesOf(tags: Resource['tags'], usual: string): readonly string[] {
  return Object.keys(tags)
    .filter((key) => key.toLowerCase() === usual)
    .sort(compareText)
    .map((key) => tags[key]?.trim() ?? '')
    .filter((value) => value !== '')
}
