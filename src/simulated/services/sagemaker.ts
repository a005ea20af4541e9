/** SageMaker: endpoints and notebook instances. */
import type { DescribeEndpointOutput, DescribeNotebookInstanceOutput } from '@aws-sdk/client-sagemaker'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly sagemaker?: Lists<{ endpoints: DescribeEndpointOutput; notebookInstances: DescribeNotebookInstanceOutput }>
  }
}

export const service = defineService('sagemaker', () => import('@aws-sdk/client-sagemaker'), {
  // Source: the constraints on `MaxResults`; "this value defaults to 10".
  pages: { largest: 100, usual: 10, error: 'ValidationException' },
})({
  ListEndpoints: { list: 'endpoints' },
  DescribeEndpoint: { one: 'endpoints', notFound: ['ValidationException', 400, 'Could not find endpoint "*".'] },
  ListNotebookInstances: { list: 'notebookInstances' },
  DescribeNotebookInstance: {
    one: 'notebookInstances',
    notFound: ['ValidationException', 400, 'Could not find notebook instance "*".'],
  },
})
