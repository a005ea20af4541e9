import type { DescribeEndpointOutput } from '@aws-sdk/client-sagemaker'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { bucketOfUri } from '../../references/s3-uri.ts'
import { keyAliases, keyNamed } from '../kms/key-aliases.ts'

export const sageMaker = defineService(
  'sagemaker',
  () => import('@aws-sdk/client-sagemaker'),
  (sdk) => sdk.SageMakerClient,
)

export const inferenceEndpoint = defineCollector({
  type: 'AWS::SageMaker::Endpoint',
  count: 'inferenceEndpoints',
  scope: 'regional',
  permissions: ['sagemaker:ListEndpoints', 'sagemaker:DescribeEndpoint'],
  service: sageMaker,
  names: [keyAliases],
  pages: ({ sdk, client }) => sdk.paginateListEndpoints({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per endpoint, because the list only has names and states.
    each(
      page.Endpoints,
      ({ EndpointName }): Promise<Partial<DescribeEndpointOutput>> =>
        client.send(new sdk.DescribeEndpointCommand({ EndpointName })),
      {
        listed: ({ EndpointName, EndpointArn, EndpointStatus }): Partial<DescribeEndpointOutput> => ({
          EndpointName,
          EndpointArn,
          EndpointStatus,
        }),
      },
    ),
  resource: (endpoint) => ({
    id: endpoint.EndpointName,
    arn: endpoint.EndpointArn,
    name: endpoint.EndpointName,
    properties: {
      status: endpoint.EndpointStatus,
      configuration: endpoint.EndpointConfigName,
      variants: endpoint.ProductionVariants?.map(({ VariantName = '' }) => VariantName).toSorted(),
      asynchronous: endpoint.EndpointConfigName === undefined ? undefined : endpoint.AsyncInferenceConfig !== undefined,
    },
  }),
  relations: [
    {
      verb: 'logs to',
      type: 'AWS::S3::Bucket',
      field: 'sagemaker:DescribeEndpoint DataCaptureConfig.DestinationS3Uri',
      targets: (endpoint) => bucketOfUri(endpoint.DataCaptureConfig?.DestinationS3Uri),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'sagemaker:DescribeEndpoint DataCaptureConfig.KmsKeyId',
      targets: (endpoint, context) => keyNamed(endpoint.DataCaptureConfig?.KmsKeyId, context),
    },
  ],
})
