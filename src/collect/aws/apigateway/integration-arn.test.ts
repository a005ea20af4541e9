import { expect, test } from 'vitest'
import { calledArn, integrationArn, parameterArn } from './integration-arn.ts'

const functionArn = 'arn:aws:lambda:us-east-1:444455556666:function:checkout'

test.each([
  [`arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${functionArn}/invocations`, functionArn],
  [`arn:aws:apigateway:us-east-1:lambda:path//2015-03-31/functions/${functionArn}/invocations`, functionArn],
  [functionArn, functionArn],
  ['arn:aws:apigateway:us-east-1:sqs:path/444455556666/orders', 'arn:aws:sqs:us-east-1:444455556666:orders'],
  ['arn:aws:apigateway:us-east-1:s3:path/assets/{key}', 'arn:aws:s3:::assets'],
])('%s calls %s', (uri, arn) => expect(integrationArn(uri)).toBe(arn))

test.each([
  undefined,
  'https://example.com/api',
  'arn:aws:lambda:us-east-1:444455556666:function:${stageVariables.function}',
  'arn:aws:apigateway:us-east-1:dynamodb:action/PutItem',
  'arn:aws:apigateway:us-east-1:s3:path/{bucket}/{key}',
  'arn:aws:apigateway:us-east-1:kinesis:path/x',
])('%s has no target', (uri) => expect(integrationArn(uri)).toBeUndefined())

const place = { region: 'us-east-1', accountNumber: '444455556666' }
const inPlace = (service: string, resource: string) => `arn:aws:${service}:us-east-1:444455556666:${resource}`
const json = (template: string) => ({ requestTemplates: { 'application/json': template } })
const machine = inPlace('states', 'stateMachine:booking')
const topic = inPlace('sns', 'airline')
const orders = 'https://sqs.us-east-1.amazonaws.com/444455556666/orders'

test.each([
  [
    'kinesis:action/PutRecord',
    json('{"StreamName": "clicks", "Data": "$util.base64Encode($input.body)"}'),
    inPlace('kinesis', 'stream/clicks'),
  ],
  ['firehose:action/PutRecord', json('{"DeliveryStreamName":"clicks"}'), inPlace('firehose', 'deliverystream/clicks')],
  ['states:action/StartExecution', json(`{"input":"$input.json('$')","stateMachineArn":"${machine}"}`), machine],
  ['dynamodb:action/PutItem', json('{"TableName":"orders","Item":{}}'), inPlace('dynamodb', 'table/orders')],
  [
    'events:action/PutEvents',
    json('{"Entries":[{"EventBusName":"airline"},{"EventBusName":"airline"}]}'),
    inPlace('events', 'event-bus/airline'),
  ],
  ['events:action/PutEvents', json('{"Entries":[{"Source":"airline"}]}'), inPlace('events', 'event-bus/default')],
  ['sns:action/Publish', json(`Action=Publish&TopicArn=$util.urlEncode('${topic}')&Message=$input.body`), topic],
  ['sns:path//', json(`Action=Publish&TopicArn=${topic}`), topic],
  [
    'sqs:action/SendMessage',
    { requestParameters: { 'integration.request.querystring.QueueUrl': `'${orders}'` } },
    inPlace('sqs', 'orders'),
  ],
  ['sqs:path/444455556666/orders', {}, inPlace('sqs', 'orders')],
])('a method whose integration is %s with %o calls %s', (action, integration, arn) => {
  expect(calledArn({ uri: `arn:aws:apigateway:us-east-1:${action}`, ...integration }, place)).toBe(arn)
})

test.each([
  ['states:action/StartExecution', {}],
  ['events:action/PutEvents', {}],
  ['kinesis:action/PutRecord', json(`{"StreamName":"$input.params('stream')"}`)],
  ['kinesis:action/PutRecord', json('{"StreamName":"clicks-$stageVariables.stage"}')],
  ['kinesis:action/PutRecord', { requestTemplates: { a: '{"StreamName":"a"}', b: '{"StreamName":"b"}' } }],
  [
    'sns:action/Publish',
    { requestParameters: { 'integration.request.querystring.TopicArn': 'method.request.querystring.topic' } },
  ],
])('what an integration with %s and %o calls is unknown', (action, integration) => {
  expect(calledArn({ uri: `arn:aws:apigateway:us-east-1:${action}`, ...integration }, place)).toBeUndefined()
})

test.each([
  ['SQS-SendMessage', { QueueUrl: orders, MessageBody: '$request.body' }, inPlace('sqs', 'orders')],
  ['StepFunctions-StartSyncExecution', { StateMachineArn: machine }, machine],
  [
    'EventBridge-PutEvents',
    { EventBusName: 'airline', Detail: '$request.body' },
    inPlace('events', 'event-bus/airline'),
  ],
  ['EventBridge-PutEvents', { Detail: '$request.body' }, inPlace('events', 'event-bus/default')],
  ['Kinesis-PutRecord', { StreamName: 'clicks' }, inPlace('kinesis', 'stream/clicks')],
  [
    'Kinesis-PutRecord',
    { StreamName: 'clicks', Region: 'eu-west-1' },
    'arn:aws:kinesis:eu-west-1:444455556666:stream/clicks',
  ],
  ['SQS-SendMessage', { QueueUrl: '$request.querystring.queue' }, undefined],
  ['StepFunctions-StartExecution', { StateMachineArn: '${stageVariables.machine}' }, undefined],
  ['AppConfig-GetConfiguration', { Application: 'clicks' }, undefined],
  [undefined, { QueueUrl: orders }, undefined],
])('%s with %o works on %s', (IntegrationSubtype, RequestParameters, arn) => {
  expect(
    parameterArn({ ...(IntegrationSubtype !== undefined && { IntegrationSubtype }), RequestParameters }, place),
  ).toBe(arn)
})
