import { expect, test } from 'vitest'
import { resourceOfArn } from './resource-of-arn.ts'

const here = { region: 'us-east-1', accountNumber: '444455556666' }
const arn = (service: string, rest: string) => `arn:aws:${service}:us-east-1:444455556666:${rest}`

test.each([
  [arn('lambda', 'function:resize:live'), 'AWS::Lambda::Function', 'resize'],
  [arn('sqs', 'orders.fifo'), 'AWS::SQS::Queue', 'orders.fifo'],
  [arn('sns', 'orders'), 'AWS::SNS::Topic', arn('sns', 'orders')],
  [arn('states', 'stateMachine:pay:7'), 'AWS::StepFunctions::StateMachine', arn('states', 'stateMachine:pay')],
  [arn('events', 'rule/orders/placed'), 'AWS::Events::Rule', 'orders/placed'],
  [arn('events', 'event-bus/aws.partner/x.com/1'), 'AWS::Events::EventBus', 'aws.partner/x.com/1'],
  [arn('logs', 'log-group:/aws/lambda/resize:*'), 'AWS::Logs::LogGroup', '/aws/lambda/resize'],
  [arn('dynamodb', 'table/carts/stream/2026-01-01T00:00:00.000'), 'AWS::DynamoDB::Table', 'carts'],
  [arn('kinesis', 'stream/clicks/consumer/a:1'), 'AWS::Kinesis::Stream', 'clicks'],
  ['arn:aws:iam::444455556666:role/service-role/pay', 'AWS::IAM::Role', 'pay'],
  ['arn:aws:s3:::assets/logs/', 'AWS::S3::Bucket', 'assets'],
  ['arn:aws:apigateway:us-east-1::/restapis/a1b2/stages/prod', 'AWS::ApiGateway::RestApi', 'a1b2'],
  [
    arn('elasticloadbalancing', 'loadbalancer/net/edge/0a1b'),
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    'net/edge/0a1b',
  ],
  [arn('elasticloadbalancing', 'loadbalancer/old'), 'AWS::ElasticLoadBalancing::LoadBalancer', 'old'],
  [
    arn('autoscaling', 'scalingPolicy:c9-8f:autoScalingGroupName/web:policyName/cpu'),
    'AWS::AutoScaling::AutoScalingGroup',
    'web',
  ],
])('%s names the %s %s', (text, type, id) => {
  expect(resourceOfArn(text, here)).toEqual({ type, id })
})

test.each([
  'arn:aws:lambda:us-east-1:777788889999:function:resize',
  'arn:aws:lambda:eu-west-1:444455556666:function:resize',
])('%s is not the function resize of this account and region', (text) =>
  expect(resourceOfArn(text, here)).toEqual({ type: 'AWS::Lambda::Function', id: text }),
)

test.each([undefined, '', 'resize', 'arn:aws:lambda', arn('lambda', 'layer:tools:3'), arn('unheard-of', 'thing/1')])(
  '%s names no resource',
  (text) => expect(resourceOfArn(text, here)).toBeUndefined(),
)
