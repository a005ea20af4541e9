/** Finds applications that resources name themselves: by CloudFormation stack, by tags, or by cluster. */
import type { GraphIndex } from '../../graph/graph-index.ts'
import { compareText, displayName } from '../../graph/graph-index.ts'
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'
import { named, type NamedApplication } from './application.ts'
import { isApplicationPart } from './application-parts.ts'
import { stackFinder } from './stacks.ts'

/** `null`: the resource names none. */
type Finder = (resource: Resource) => NamedApplication | null

/** Common tags for applications, most reliable first. Case-insensitive. */
const usualTags = ['application', 'app', 'service', 'project', 'component', 'team'] as const

const applicationTag = 'awsApplication'
const productTag = 'aws:servicecatalog:provisionedProductArn'
/** Source: "Tagging your Amazon EKS resources" and "Amazon ECS-managed tags" in their user guides; eksctl's own tag. */
const clusterTags = ['aws:eks:cluster-name', 'eks:cluster-name', 'alpha.eksctl.io/cluster-name', 'aws:ecs:clusterName']
const ownedByCluster = 'kubernetes.io/cluster/'

const clusterTypes: readonly string[] = everyResourceType
  .filter(({ applications }) => applications === 'cluster')
  .map(({ type }) => type)

/** From most to least reliable. If tags contradict each other, the first one decides. */
export function applicationFinders(index: GraphIndex): readonly Finder[] {
  return [
    stackFinder(index),
    ({ tags }) => byArn('awsApplication', applicationTag, tags[applicationTag]),
    ({ tags }) => byArn('Service Catalog', productTag, tags[productTag]),
    (resource) => clusterOf(index, resource),
    ...usefulTags(index).map((key) => (resource: Resource) => byUsualTag(resource, key)),
  ]
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
