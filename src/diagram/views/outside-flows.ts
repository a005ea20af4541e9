/** Arrows to what lies in other accounts and regions, from the boxes that refer to it by themselves or by what stands for an arrow. */
import type { Relation, Resource, ResourceReference, Verb } from '../../graph/resource-graph.ts'
import { type Flow, flowTo } from './flow.ts'
import { type GraphIndex, compareText, displayName, resourceKey } from './graph-index.ts'

const handingOn: ReadonlySet<Verb> = new Set(['invokes', 'routes to', 'uses', 'logs to'])

/** What is drawn as an arrow, and how the boxes at its beginning are found. */
const carriers: Readonly<Record<string, (index: GraphIndex, carrier: Resource) => readonly ResourceReference[]>> = {
  'AWS::ECS::TaskDefinition': (index, carrier) => index.sources(carrier, 'uses', 'AWS::ECS::Service'),
  'AWS::Events::Rule': (index, carrier) => index.targets(carrier, 'contained in', 'AWS::Events::EventBus'),
  'AWS::SNS::Subscription': (index, carrier) => index.targets(carrier, 'subscribes to', 'AWS::SNS::Topic'),
}

const messaging: ReadonlySet<string> = new Set([
  'AWS::SQS::Queue',
  'AWS::SNS::Topic',
  'AWS::Events::EventBus',
  'AWS::Kinesis::Stream',
  'AWS::KinesisFirehose::DeliveryStream',
])

export function outsideFlows(index: GraphIndex, boxTypes: readonly string[]): readonly Flow[] {
  const isBox = new Set(boxTypes)
  const outside = new Set(outsideResources(index, boxTypes).map((resource) => resourceKey(resource)))
  if (outside.size === 0) return []
  return index.graph.relations
    .filter(({ verb, target }) => handingOn.has(verb) && isBox.has(target.type) && outside.has(resourceKey(target)))
    .flatMap((relation) => flowsOf(index, relation, isBox))
    .sort((left, right) => compareText(left.description, right.description))
}

function flowsOf(index: GraphIndex, { source, target }: Relation, isBox: ReadonlySet<string>): readonly Flow[] {
  const form = messaging.has(target.type) ? 'event' : 'request'
  if (isBox.has(source.type)) return [flowTo(index, form, source, target)]
  const carrier = index.find(source)
  const startsOf = carriers[source.type]
  if (carrier === null || startsOf === undefined) return []
  return startsOf(index, carrier).map((start) => flowTo(index, form, start, target, displayName(carrier)))
}

/** What is known to lie elsewhere, of the types that have boxes: their types were read, and they are not there. */
export function outsideResources(index: GraphIndex, boxTypes: readonly string[]): readonly Resource[] {
  return boxTypes.flatMap((type) => index.ofType(type).filter(({ presence }) => presence === 'external'))
}
