import type { DescribeNotebookInstanceOutput } from '@aws-sdk/client-sagemaker'
import { roleName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { sageMaker } from './endpoint.ts'
import { keyAliases, keyNamed } from '../kms/key-aliases.ts'

export const notebookInstance = defineCollector({
  type: 'AWS::SageMaker::NotebookInstance',
  count: 'notebooks',
  scope: 'regional',
  permissions: ['sagemaker:ListNotebookInstances', 'sagemaker:DescribeNotebookInstance'],
  service: sageMaker,
  names: [keyAliases],
  pages: ({ sdk, client }) => sdk.paginateListNotebookInstances({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per notebook, because the list omits VPC, role, and key.
    each(
      page.NotebookInstances,
      ({ NotebookInstanceName }): Promise<DescribeNotebookInstanceOutput> =>
        client.send(new sdk.DescribeNotebookInstanceCommand({ NotebookInstanceName })),
      {
        listed: ({
          NotebookInstanceName,
          NotebookInstanceArn,
          NotebookInstanceStatus,
          InstanceType,
        }): DescribeNotebookInstanceOutput => ({
          NotebookInstanceName,
          NotebookInstanceArn,
          NotebookInstanceStatus,
          InstanceType,
        }),
      },
    ),
  resource: (notebook) => ({
    id: notebook.NotebookInstanceName,
    arn: notebook.NotebookInstanceArn,
    name: notebook.NotebookInstanceName,
    properties: {
      status: notebook.NotebookInstanceStatus,
      instanceType: notebook.InstanceType,
      platform: notebook.PlatformIdentifier,
      volumeSizeGb: notebook.VolumeSizeInGB,
      directInternetAccess: notebook.DirectInternetAccess,
      rootAccess: notebook.RootAccess,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'sagemaker:DescribeNotebookInstance SubnetId',
      targets: (notebook) => notebook.SubnetId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::NetworkInterface',
      field: 'sagemaker:DescribeNotebookInstance NetworkInterfaceId',
      targets: (notebook) => notebook.NetworkInterfaceId,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'sagemaker:DescribeNotebookInstance SecurityGroups[]',
      targets: (notebook) => notebook.SecurityGroups,
    },
    {
      verb: 'uses',
      type: 'AWS::IAM::Role',
      field: 'sagemaker:DescribeNotebookInstance RoleArn',
      targets: (notebook, place) => roleName(notebook.RoleArn, place),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'sagemaker:DescribeNotebookInstance KmsKeyId',
      targets: (notebook, context) => keyNamed(notebook.KmsKeyId, context),
    },
  ],
})
