/** Provides the resources that policies can allow access to by the beginning of their names. */
import { namesOf } from '../../collector.ts'
import { table } from '../dynamodb/table.ts'
import { searchDomain } from '../es/domain.ts'
import { eventBus } from '../events/event-bus.ts'
import { deliveryStream } from '../firehose/delivery-stream.ts'
import { stream } from '../kinesis/stream.ts'
import { lambdaFunction } from '../lambda/function.ts'
import { bucket } from '../s3/bucket.ts'
import { inferenceEndpoint } from '../sagemaker/endpoint.ts'
import { secret } from '../secretsmanager/secret.ts'
import { topic } from '../sns/topic.ts'
import { queue } from '../sqs/queue.ts'
import { parameter } from '../ssm/parameter.ts'
import { stateMachine } from '../states/state-machine.ts'

/** A name is its own identifier. */
function own(id: string | undefined) {
  return { name: id, id }
}

export const accessNames = [
  namesOf(bucket, ({ bucket: { Name } }) => own(Name)),
  namesOf(deliveryStream, ({ stream: { DeliveryStreamName } }) => own(DeliveryStreamName)),
  namesOf(eventBus, ({ Name }) => own(Name)),
  namesOf(inferenceEndpoint, ({ EndpointName }) => own(EndpointName)),
  namesOf(lambdaFunction, ({ FunctionName }) => own(FunctionName)),
  namesOf(parameter, ({ Name }) => own(Name)),
  namesOf(queue, ({ name }) => own(name)),
  namesOf(searchDomain, ({ DomainName }) => own(DomainName)),
  // Policies name secrets without the six characters that AWS adds.
  namesOf(secret, ({ secret: { Name, ARN } }) => ({ name: Name, id: ARN })),
  namesOf(stateMachine, ({ machine: { stateMachineArn } }) => own(stateMachineArn)),
  namesOf(stream, (described) => own(described?.StreamName)),
  namesOf(table, ({ TableName }) => own(TableName)),
  namesOf(topic, ({ arn }) => own(arn)),
]
