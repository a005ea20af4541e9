import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'

export const config = defineService(
  'config',
  () => import('@aws-sdk/client-config-service'),
  (sdk) => sdk.ConfigServiceClient,
)

export const configurationRecorder = defineCollector({
  type: 'AWS::Config::ConfigurationRecorder',
  count: 'configurationRecorders',
  scope: 'regional',
  permissions: ['config:DescribeConfigurationRecorders'],
  service: config,
  pages: ({ sdk, client }) => [client.send(new sdk.DescribeConfigurationRecordersCommand({}))],
  items: (page) => page.ConfigurationRecorders,
  resource: (recorder) => ({
    id: recorder.name,
    arn: recorder.arn,
    name: recorder.name,
    properties: {
      allSupportedTypes: recorder.recordingGroup?.allSupported,
      recordedTypes: recorder.recordingGroup?.resourceTypes?.toSorted(),
      strategy: recorder.recordingGroup?.recordingStrategy?.useOnly,
      frequency: recorder.recordingMode?.recordingFrequency,
      scope: recorder.recordingScope,
      servicePrincipal: recorder.servicePrincipal,
    },
  }),
  relations: [
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'ConfigurationRecorders[].roleARN',
      arns: (recorder) => recorder.roleARN,
    },
  ],
})
