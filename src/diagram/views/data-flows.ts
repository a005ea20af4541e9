/** Where data and events go, as far as the graph proves it: from sources by queues, topics, buses and streams to what works on them. */
import type { Relation, Resource, ResourceReference, Verb } from '../../graph/resource-graph.ts'
import type { EdgeForm } from '../diagram.ts'
import { endsOf, type FlowEdge } from './flow-edges.ts'
import { type GraphIndex, displayName, resourceKey } from './graph-index.ts'

const types = (names: readonly string[]): readonly string[] => names.map((name) => `AWS::${name}`)

/** What calls and is answered. */
const callers: ReadonlySet<string> = new Set(
  types([
    'ApiGateway::RestApi',
    'ApiGatewayV2::Api',
    'AppSync::GraphQLApi',
    'AppRunner::Service',
    'ECS::Service',
    'ElasticLoadBalancingV2::LoadBalancer',
    'Lambda::Function',
    'StepFunctions::StateMachine',
    'Cognito::UserPool',
    'Transfer::Server',
    'Bedrock::Agent',
    'Glue::Job',
    'Glue::Crawler',
  ]),
)

/** What happens there sets off something. */
const sources: ReadonlySet<string> = new Set(
  types(['CloudWatch::Alarm', 'CloudWatch::CompositeAlarm', 'Scheduler::Schedule']),
)

const messaging: ReadonlySet<string> = new Set(
  types([
    'SQS::Queue',
    'SNS::Topic',
    'Events::EventBus',
    'Kinesis::Stream',
    'KinesisFirehose::DeliveryStream',
    'MSK::Cluster',
    'AmazonMQ::Broker',
  ]),
)

const stores: ReadonlySet<string> = new Set(
  types([
    'DynamoDB::Table',
    'S3::Bucket',
    'RDS::DBCluster',
    'RDS::DBInstance',
    'RDS::DBProxy',
    'DocDB::DBCluster',
    'Neptune::DBCluster',
    'MemoryDB::Cluster',
    'Redshift::Cluster',
    'OpenSearchService::Domain',
    'ElastiCache::ReplicationGroup',
    'ElastiCache::CacheCluster',
    'ElastiCache::ServerlessCache',
    'EFS::FileSystem',
    'Glue::Database',
  ]),
)

/** What is drawn as a box when data flows in or out of it. */
export const dataFlowTypes: readonly string[] = [...callers, ...sources, ...messaging, ...stores]

/** What is drawn as arrows: each leads from what it listens to, or belongs to, to what it hands on to. */
const connectors: Readonly<Record<string, { readonly from: readonly string[]; readonly words: string }>> = {
  'AWS::Lambda::EventSourceMapping': { from: ['subscribes to'], words: '' },
  'AWS::SNS::Subscription': { from: ['subscribes to'], words: '' },
  'AWS::Pipes::Pipe': { from: ['subscribes to'], words: 'pipe' },
  'AWS::Events::Rule': { from: ['contained in'], words: 'rule' },
  'AWS::AppSync::DataSource': { from: ['contained in'], words: 'data source' },
  'AWS::ElasticLoadBalancingV2::TargetGroup': { from: ['associated with'], words: 'target group' },
  'AWS::ECS::TaskDefinition': { from: ['used by'], words: 'task definition' },
}

/** Types that are looked through for what they join. */
export const dataFlowConnectors: readonly string[] = Object.keys(connectors)

/** Types whose connectors' and own flows are told; gaps among them are holes in the picture. */
export const dataFlowEvidence: readonly string[] = [...dataFlowTypes, ...dataFlowConnectors]

function isBox({ type }: ResourceReference): boolean {
  return callers.has(type) || sources.has(type) || messaging.has(type) || stores.has(type)
}

export function dataFlowEdges(index: GraphIndex): readonly FlowEdge[] {
  const nameOf = (reference: ResourceReference): string => {
    const resource = index.find(reference)
    return resource === null ? reference.id : displayName(resource)
  }
  const edge = (
    form: EdgeForm,
    source: ResourceReference,
    target: ResourceReference,
    via: string,
    label = '',
  ): FlowEdge => ({
    form,
    source: resourceKey(source),
    target: resourceKey(target),
    label,
    describe: () => `${nameOf(source)} to ${nameOf(target)}${via === '' ? '' : ` by ${via}`}`,
  })

  const edges: FlowEdge[] = []
  const ends = new Map<string, { connector: ResourceReference; from: ResourceReference[]; to: Relation[] }>()
  const endsOf = (connector: ResourceReference) => {
    const key = resourceKey(connector)
    const known = ends.get(key) ?? { connector, from: [], to: [] }
    ends.set(key, known)
    return known
  }
  for (const relation of index.graph.relations) {
    const { source, verb, target } = relation
    const asConnector = connectors[source.type]
    if (asConnector !== undefined) {
      if (!isBox(target)) continue
      if (asConnector.from.includes(verb)) endsOf(source).from.push(target)
      else if (isHandingOn(verb) && !isClusterMember(index, target)) endsOf(source).to.push(relation)
    } else if (connectors[target.type]?.from.includes('used by') === true && verb === 'uses' && isBox(source)) {
      endsOf(target).from.push(source)
    } else if (isBox(source) && isBox(target) && !isClusterMember(index, target)) {
      const drawn = directEdge(relation)
      if (drawn !== null)
        edges.push(
          edge(drawn.form, drawn.backwards ? target : source, drawn.backwards ? source : target, '', drawn.label),
        )
    }
  }
  for (const { connector, from, to } of ends.values()) {
    const { words = '' } = connectors[connector.type] ?? {}
    const via = words === '' ? '' : `${words} ${nameOf(connector)}`
    const handlers = to.filter(({ verb }) => verb === 'invokes').map(({ target }) => target)
    for (const { verb, target } of to) {
      // Where it hands on what its handler could not work on.
      const failed = verb === 'routes to' && connector.type !== 'AWS::ElasticLoadBalancingV2::TargetGroup'
      const starts =
        failed && handlers.length > 0 && connector.type === 'AWS::Lambda::EventSourceMapping' ? handlers : from
      for (const source of starts) {
        edges.push(
          edge(
            callers.has(source.type) && !messaging.has(target.type) && !failed ? 'request' : 'event',
            source,
            target,
            via,
            failed ? 'on failure' : '',
          ),
        )
      }
    }
  }
  return edges
}

function isHandingOn(verb: Verb): boolean {
  return verb === 'invokes' || verb === 'routes to' || verb === 'uses'
}

type DirectEdge = { readonly form: EdgeForm; readonly backwards: boolean; readonly label: string }

function directEdge({ source, verb, target }: Relation): DirectEdge | null {
  if (resourceKey(source) === resourceKey(target)) return null
  const form = callers.has(source.type) && !messaging.has(target.type) ? 'request' : 'event'
  switch (verb) {
    case 'invokes':
      return { form, backwards: false, label: '' }
    case 'subscribes to':
      return { form: 'event', backwards: true, label: '' }
    case 'routes to':
      if (stores.has(source.type)) return { form: 'request', backwards: false, label: '' }
      return {
        form: 'event',
        backwards: false,
        label: source.type === target.type || source.type === 'AWS::Events::EventBus' ? 'dead letters' : '',
      }
    case 'uses':
      return callers.has(source.type) ? { form, backwards: false, label: '' } : null
    default:
      return null
  }
}

/** An instance of a database cluster is meant by its cluster. */
function isClusterMember(index: GraphIndex, { type, id }: ResourceReference): boolean {
  return (
    type === 'AWS::RDS::DBInstance' && index.targets({ type, id }, 'contained in', 'AWS::RDS::DBCluster').length > 0
  )
}

/** The resources at either end of an edge. */
export function linkedResources(index: GraphIndex, edges: readonly FlowEdge[]): readonly Resource[] {
  const keys = endsOf(edges)
  return dataFlowTypes.flatMap((type) => index.ofType(type).filter((resource) => keys.has(resourceKey(resource))))
}
