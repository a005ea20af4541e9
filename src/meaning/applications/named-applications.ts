/** Finds applications that resources name themselves: by CloudFormation stack, by tags, or by environment or cluster. */
import type { GraphIndex } from '../../graph/graph-index.ts'
import { compareText, displayName, textProperty } from '../../graph/graph-index.ts'
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'
import { named, type NamedApplication } from './application.ts'
import { isApplicationPart } from './application-parts.ts'
import { stackFinder } from './stacks.ts'

/** `null`: the resource names none. */
type Finder = (resource: Resource) => NamedApplication | null

/**
 * Common tags for applications, most reliable first, with the same words in German, French, Spanish, Portuguese, Italian, and
 * Dutch. Case-insensitive.
 */
const usualTags: readonly (readonly string[])[] = [
  [
    'application',
    'anwendung',
    'applikation',
    'aplicación',
    'aplicacion',
    'aplicação',
    'aplicacao',
    'applicazione',
    'applicatie',
  ],
  ['app'],
  ['service', 'dienst', 'servicio', 'serviço', 'servico', 'servizio'],
  ['project', 'projekt', 'projet', 'proyecto', 'projeto', 'progetto'],
  ['component'],
  ['team', 'équipe', 'equipe', 'equipo', 'squadra'],
]

const applicationTag = 'awsApplication'
const productTag = 'aws:servicecatalog:provisionedProductArn'
/**
 * Source: "Tagging your Amazon EKS resources", "EKS Auto Mode", and "Amazon ECS-managed tags" in their user guides; the own
 * tags of eksctl and of the AWS Load Balancer Controller.
 */
const clusterTags = [
  'aws:eks:cluster-name',
  'eks:cluster-name',
  'eks:eks-cluster-name',
  'alpha.eksctl.io/cluster-name',
  'elbv2.k8s.aws/cluster',
  'aws:ecs:clusterName',
]
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
    (resource) => ofEnvironment(index, resource),
    (resource) => clusterOf(index, resource),
    ...usefulTags(index).map((keys) => (resource: Resource) => byUsualTag(resource, keys)),
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

const environmentTypes = everyResourceType.flatMap(({ type, ofApplication }) =>
  ofApplication === undefined ? [] : [{ type, ...ofApplication }],
)

/** Of an environment of Elastic Beanstalk, or of a resource that it created. */
function ofEnvironment(index: GraphIndex, resource: Resource): NamedApplication | null {
  for (const { type, property, tag } of environmentTypes) {
    const id = resource.tags[tag] ?? ''
    const environment = resource.type === type ? resource : index.find({ type, id })
    const name = environment === null ? '' : textProperty(environment, property).trim()
    if (name !== '') {
      return { ...named(name), source: 'Elastic Beanstalk', because: `Elastic Beanstalk application ${name}` }
    }
  }
  return null
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

function byUsualTag({ tags }: Resource, keys: readonly string[]): NamedApplication | null {
  const tag = tagOf(tags, keys)
  return tag === null ? null : { ...named(tag.value), source: 'tag', because: `tag ${tag.key.toLowerCase()}` }
}

/** Without tags that have the same value on all resources. */
function usefulTags(index: GraphIndex): readonly (readonly string[])[] {
  const resources = index.types
    .filter(isApplicationPart)
    .flatMap((type) => index.ofType(type).filter(({ presence }) => presence === 'read'))
  const [first] = resources
  if (first === undefined || resources.length === 1) return usualTags
  return usualTags.filter((keys) => {
    const valueOf = ({ tags }: Resource) => tagOf(tags, keys)?.value.toLowerCase()
    const value = valueOf(first)
    return resources.some((resource) => valueOf(resource) !== value)
  })
}

/** The first tag with a value, in the order of the keys. */
function tagOf(
  tags: Resource['tags'],
  keys: readonly string[],
): { readonly key: string; readonly value: string } | null {
  const found = Object.keys(tags)
    .map((key) => ({ key, place: keys.indexOf(key.toLowerCase().normalize('NFC')), value: tags[key]?.trim() ?? '' }))
    .filter(({ place, value }) => place >= 0 && value !== '')
    .sort((left, right) => left.place - right.place || compareText(left.key, right.key))
  return found[0] ?? null
}
