import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'

export const pipes = defineService(
  'pipes',
  () => import('@aws-sdk/client-pipes'),
  (sdk) => sdk.PipesClient,
)

export const pipe = defineCollector({
  type: 'AWS::Pipes::Pipe',
  count: 'eventPipes',
  scope: 'regional',
  permissions: ['pipes:ListPipes'],
  service: pipes,
  pages: ({ sdk, client }) => sdk.paginateListPipes({ client, pageSize: 100 }, {}),
  items: (page) => page.Pipes,
  resource: (pipe) => ({
    id: pipe.Name,
    arn: pipe.Arn,
    name: pipe.Name,
    properties: { state: pipe.CurrentState, desiredState: pipe.DesiredState },
  }),
  relations: [
    {
      verb: 'subscribes to',
      types: ['AWS::AmazonMQ::Broker', 'AWS::DynamoDB::Table', 'AWS::Kinesis::Stream', 'AWS::SQS::Queue'],
      field: 'Pipes[].Source',
      arns: (pipe) => pipe.Source,
    },
    {
      verb: 'invokes',
      types: [
        'AWS::Events::EventBus',
        'AWS::Lambda::Function',
        'AWS::SNS::Topic',
        'AWS::SQS::Queue',
        'AWS::StepFunctions::StateMachine',
      ],
      field: 'Pipes[].Target',
      arns: (pipe) => pipe.Target,
    },
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function', 'AWS::StepFunctions::StateMachine'],
      field: 'Pipes[].Enrichment',
      arns: (pipe) => pipe.Enrichment,
    },
  ],
})
