/** What queues, streams, topics and buses hand on to what runs; where from there, the data flow tells. */
import { type Flow, flowTo, targetsOfTypes } from './flow.ts'
import { type GraphIndex, displayName } from './graph-index.ts'

const functionType = 'AWS::Lambda::Function'
const queueType = 'AWS::SQS::Queue'
const topicType = 'AWS::SNS::Topic'
const stateMachineType = 'AWS::StepFunctions::StateMachine'

const streamTypes: readonly string[] = [
  queueType,
  'AWS::Kinesis::Stream',
  'AWS::DynamoDB::Table',
  'AWS::MSK::Cluster',
  'AWS::AmazonMQ::Broker',
  'AWS::DocDB::DBCluster',
]

export function eventFlows(index: GraphIndex): readonly Flow[] {
  const subscribers = [
    ['AWS::Lambda::EventSourceMapping', streamTypes, [functionType]],
    ['AWS::SNS::Subscription', [topicType], [functionType, queueType]],
    ['AWS::Pipes::Pipe', streamTypes, [functionType, queueType, stateMachineType]],
  ] as const
  const subscribed = subscribers.flatMap(([type, sourceTypes, targetTypes]) =>
    index.ofType(type).flatMap((subscriber) => {
      const targets = targetsOfTypes(index, subscriber, 'invokes', targetTypes)
      return targetsOfTypes(index, subscriber, 'subscribes to', sourceTypes).flatMap((source) =>
        targets.map((target) => flowTo(index, 'event', source, target)),
      )
    }),
  )
  const ruled = index.ofType('AWS::Events::Rule').flatMap((rule) => {
    const targets = targetsOfTypes(index, rule, 'invokes', [functionType, queueType, stateMachineType])
    return index
      .targets(rule, 'contained in', 'AWS::Events::EventBus')
      .flatMap((source) => targets.map((target) => flowTo(index, 'event', source, target, `rule ${displayName(rule)}`)))
  })
  return [...subscribed, ...ruled]
}
