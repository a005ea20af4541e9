/** SageMaker: endpoints and notebook instances. */
import * as module from '@aws-sdk/client-sagemaker'
import type {
  DescribeEndpointInput,
  DescribeEndpointOutput,
  DescribeNotebookInstanceInput,
  DescribeNotebookInstanceOutput,
  ListEndpointsInput,
  ListEndpointsOutput,
  ListNotebookInstancesInput,
  ListNotebookInstancesOutput,
} from '@aws-sdk/client-sagemaker'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** Source: the constraints on `MaxResults`; "this value defaults to 10". */
const paging: Paging<{ readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined }> = {
  token: 'NextToken',
  size: 'MaxResults',
  minimum: 1,
  maximum: 100,
  default: 10,
  badToken: () => new ProviderError('ValidationException', 'Invalid NextToken'),
  badSize: (size) =>
    new ProviderError(
      'ValidationException',
      `1 validation error detected: Value '${size}' at 'maxResults' failed to satisfy constraint`,
    ),
}

const notFound = (what: string, name: string | undefined) =>
  new ProviderError('ValidationException', `Could not find ${what} "${name}".`)

export const service: SimulatedService = {
  iamPrefix: 'sagemaker',
  module,
  client: new module.SageMakerClient(idleClient),
  operations: {
    ListEndpoints: listOperation<ListEndpointsInput, ListEndpointsOutput, DescribeEndpointOutput>({
      items: ({ regionData }) => regionData.sagemaker?.endpoints,
      paging,
      answer: (items, NextToken) => ({
        Endpoints: items.map(({ EndpointName, EndpointArn, CreationTime, LastModifiedTime, EndpointStatus }) => ({
          EndpointName,
          EndpointArn,
          CreationTime,
          LastModifiedTime,
          EndpointStatus,
        })),
        NextToken,
      }),
    }),

    DescribeEndpoint: operation<DescribeEndpointInput, DescribeEndpointOutput>({
      parameters: ['EndpointName'],
      answer({ EndpointName: name }, { regionData }) {
        const endpoint = regionData.sagemaker?.endpoints?.find(({ EndpointName }) => EndpointName === name)
        if (endpoint === undefined) throw notFound('endpoint', name)
        return endpoint
      },
    }),

    ListNotebookInstances: listOperation<
      ListNotebookInstancesInput,
      ListNotebookInstancesOutput,
      DescribeNotebookInstanceOutput
    >({
      items: ({ regionData }) => regionData.sagemaker?.notebookInstances,
      paging,
      answer: (items, NextToken) => ({
        NotebookInstances: items.map(
          ({ NotebookInstanceName, NotebookInstanceArn, NotebookInstanceStatus, InstanceType, CreationTime }) => ({
            NotebookInstanceName,
            NotebookInstanceArn,
            NotebookInstanceStatus,
            InstanceType,
            CreationTime,
          }),
        ),
        NextToken,
      }),
    }),

    DescribeNotebookInstance: operation<DescribeNotebookInstanceInput, DescribeNotebookInstanceOutput>({
      parameters: ['NotebookInstanceName'],
      answer({ NotebookInstanceName: name }, { regionData }) {
        const notebook = regionData.sagemaker?.notebookInstances?.find(
          ({ NotebookInstanceName }) => NotebookInstanceName === name,
        )
        if (notebook === undefined) throw notFound('notebook instance', name)
        return notebook
      },
    }),
  },
}
