/** The way of requests: from the edge and the APIs by load balancers to what answers them, and on to databases by proxies. */
import type { Resource, ResourceReference, Verb } from '../../graph/resource-graph.ts'
import { type Flow, flowTo, targetsOfTypes } from './flow.ts'
import { type GraphIndex, displayName, textProperty } from './graph-index.ts'

const loadBalancerType = 'AWS::ElasticLoadBalancingV2::LoadBalancer'
const classicType = 'AWS::ElasticLoadBalancing::LoadBalancer'
const instanceType = 'AWS::EC2::Instance'
const functionType = 'AWS::Lambda::Function'
const httpApiType = 'AWS::ApiGatewayV2::Api'
const restApiType = 'AWS::ApiGateway::RestApi'
const graphqlApiType = 'AWS::AppSync::GraphQLApi'
const distributionType = 'AWS::CloudFront::Distribution'
const acceleratorType = 'AWS::GlobalAccelerator::Accelerator'
const queueType = 'AWS::SQS::Queue'
const bucketType = 'AWS::S3::Bucket'

export function requestFlows(index: GraphIndex): readonly Flow[] {
  return [
    ...direct.flatMap(([type, verb, targets]) => directFlows(index, type, verb, targets)),
    ...targetGroupFlows(index),
    ...classicServiceFlows(index),
    ...apiLinkFlows(index),
    ...graphqlFlows(index),
    ...acceleratorFlows(index),
    ...proxyFlows(index),
  ]
}

/** What anyone on the internet may call, apart from internet gateways: edges, and the APIs that stand behind none. */
export function openToInternet(index: GraphIndex): readonly Resource[] {
  const apis = [httpApiType, restApiType, graphqlApiType]
    .flatMap((type) => index.ofType(type))
    .filter((api) => !isPrivate(api) && index.sources(api, 'routes to', distributionType).length === 0)
  return [distributionType, acceleratorType]
    .flatMap((type) => index.ofType(type))
    .concat(apis)
    .filter(({ presence }) => presence === 'read')
}

function isPrivate(api: Resource): boolean {
  const endpointTypes = api.properties['endpointTypes']
  return (
    (Array.isArray(endpointTypes) && endpointTypes.includes('PRIVATE')) || textProperty(api, 'visibility') === 'PRIVATE'
  )
}

const direct: readonly (readonly [string, Verb, readonly string[]])[] = [
  [distributionType, 'routes to', [loadBalancerType, classicType, httpApiType, restApiType, bucketType]],
  [distributionType, 'invokes', [functionType]],
  [httpApiType, 'invokes', [functionType, queueType, 'AWS::StepFunctions::StateMachine']],
  [restApiType, 'invokes', [functionType, queueType, bucketType]],
  [graphqlApiType, 'invokes', [functionType]],
  [classicType, 'routes to', [instanceType]],
]

function directFlows(index: GraphIndex, type: string, verb: Verb, targetTypes: readonly string[]): readonly Flow[] {
  return index
    .ofType(type)
    .flatMap((source) =>
      targetsOfTypes(index, source, verb, targetTypes).map((target) => flowTo(index, 'request', source, target)),
    )
}

/** Registered targets, and what registers its targets by itself: container services and auto scaling groups. */
function targetGroupFlows(index: GraphIndex): readonly Flow[] {
  return index.ofType('AWS::ElasticLoadBalancingV2::TargetGroup').flatMap((targetGroup) => {
    const loadBalancers = index.targets(targetGroup, 'associated with', loadBalancerType)
    const registering = ['AWS::ECS::Service', 'AWS::AutoScaling::AutoScalingGroup']
    const targets = [
      ...targetsOfTypes(index, targetGroup, 'routes to', [instanceType, functionType, loadBalancerType]),
      ...registering.flatMap((type) => index.sources(targetGroup, 'associated with', type)),
    ]
    const protocol = [textProperty(targetGroup, 'protocol'), textProperty(targetGroup, 'port')].filter(Boolean)
    const via = [`target group ${displayName(targetGroup)}`, protocol.join(' ')].filter(Boolean).join(', ')
    return loadBalancers.flatMap((source) => targets.map((target) => flowTo(index, 'request', source, target, via)))
  })
}

function classicServiceFlows(index: GraphIndex): readonly Flow[] {
  return index
    .ofType(classicType)
    .flatMap((source) =>
      index
        .sources(source, 'associated with', 'AWS::ECS::Service')
        .map((target) => flowTo(index, 'request', source, target)),
    )
}

/** Into networks: by a link to a load balancer, or to one of its listeners. */
function apiLinkFlows(index: GraphIndex): readonly Flow[] {
  const byLink = index.ofType(restApiType).flatMap((source) =>
    index
      .targets(source, 'routes to', 'AWS::ApiGateway::VpcLink')
      .flatMap((link) => index.targets(link, 'routes to', loadBalancerType))
      .map((target) => flowTo(index, 'request', source, target, 'a network link')),
  )
  const byListener = index.ofType(httpApiType).flatMap((source) =>
    index
      .targets(source, 'routes to', 'AWS::ElasticLoadBalancingV2::Listener')
      .flatMap((listener) => index.targets(listener, 'contained in', loadBalancerType))
      .map((target) => flowTo(index, 'request', source, target, 'a network link')),
  )
  return [...byLink, ...byListener]
}

function graphqlFlows(index: GraphIndex): readonly Flow[] {
  return index.ofType('AWS::AppSync::DataSource').flatMap((dataSource) => {
    const targets: readonly ResourceReference[] = [
      ...index.targets(dataSource, 'invokes', functionType),
      ...targetsOfTypes(index, dataSource, 'uses', ['AWS::DynamoDB::Table', 'AWS::RDS::DBCluster']),
    ]
    return index
      .targets(dataSource, 'contained in', graphqlApiType)
      .flatMap((source) =>
        targets.map((target) => flowTo(index, 'request', source, target, `data source ${displayName(dataSource)}`)),
      )
  })
}

function acceleratorFlows(index: GraphIndex): readonly Flow[] {
  return index.ofType('AWS::GlobalAccelerator::EndpointGroup').flatMap((endpointGroup) =>
    index
      .targets(endpointGroup, 'contained in', 'AWS::GlobalAccelerator::Listener')
      .flatMap((listener) => index.targets(listener, 'contained in', acceleratorType))
      .flatMap((source) =>
        targetsOfTypes(index, endpointGroup, 'routes to', [loadBalancerType, instanceType]).map((target) =>
          flowTo(index, 'request', source, target),
        ),
      ),
  )
}

/** To the cluster, where there is one: its members are drawn as such. */
function proxyFlows(index: GraphIndex): readonly Flow[] {
  return index.ofType('AWS::RDS::DBProxy').flatMap((source) => {
    const clusters = index.targets(source, 'routes to', 'AWS::RDS::DBCluster')
    const targets = clusters.length > 0 ? clusters : index.targets(source, 'routes to', 'AWS::RDS::DBInstance')
    return targets.map((target) => flowTo(index, 'request', source, target))
  })
}
