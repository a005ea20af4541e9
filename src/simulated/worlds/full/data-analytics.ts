/** Analytics, machine learning, file transfer, and desktops. */
import type { RegionData } from '../../world.ts'
import { hexDigits } from '../resource-id.ts'
import { accountId, vpcId } from '../three-tier-network.ts'
import {
  arn,
  created,
  databaseGroupId,
  dataKeyArn,
  dataSubnetIds,
  logGroupArn,
  logGroupNames,
  notebookInterface,
  roleArn,
  tags,
} from './data-place.ts'

const exportsUri = `s3://storefront-exports-${accountId}`
const agentId = hexDigits('agent support', 10).toUpperCase()
const serverId = `s-${hexDigits('transfer server', 17)}`

export const analytics: RegionData = {
  glue: {
    databases: [
      { Name: 'sales', Description: 'Exports of orders', LocationUri: `${exportsUri}/sales/`, CreateTime: created },
      { Name: 'clicks', CreateTime: created },
    ],
    jobs: [
      {
        Name: 'orders-to-parquet',
        Role: roleArn('analytics'),
        CreatedOn: created,
        Command: { Name: 'glueetl', ScriptLocation: `${exportsUri}/jobs/orders.py`, PythonVersion: '3' },
        GlueVersion: '5.0',
        WorkerType: 'G.1X',
        NumberOfWorkers: 4,
        ExecutionClass: 'STANDARD',
        DefaultArguments: { '--database': 'sales' },
      },
    ],
    crawlers: [
      {
        Name: 'sales',
        // Crawlers may name their role without its ARN.
        Role: 'service-role/analytics',
        DatabaseName: 'sales',
        Targets: { S3Targets: [{ Path: `${exportsUri}/sales/` }], DynamoDBTargets: [{ Path: 'carts' }] },
        Schedule: { ScheduleExpression: 'cron(0 4 * * ? *)', State: 'SCHEDULED' },
        TablePrefix: 'raw_',
        State: 'READY',
        CreationTime: created,
      },
    ],
  },
  athena: {
    workGroups: [
      {
        Name: 'primary',
        State: 'ENABLED',
        CreationTime: created,
        EngineVersion: { SelectedEngineVersion: 'AUTO', EffectiveEngineVersion: 'Athena engine version 3' },
      },
    ],
  },
  sagemaker: {
    endpoints: [
      {
        EndpointName: 'recommendations',
        EndpointArn: arn('sagemaker', 'endpoint/recommendations'),
        EndpointConfigName: 'recommendations-3',
        EndpointStatus: 'InService',
        CreationTime: created,
        LastModifiedTime: created,
        ProductionVariants: [{ VariantName: 'b' }, { VariantName: 'a' }],
        DataCaptureConfig: {
          EnableCapture: true,
          CaptureStatus: 'Started',
          CurrentSamplingPercentage: 5,
          DestinationS3Uri: `${exportsUri}/captured/`,
          KmsKeyId: dataKeyArn,
        },
      },
    ],
    notebookInstances: [
      {
        NotebookInstanceName: 'exploration',
        NotebookInstanceArn: arn('sagemaker', 'notebook-instance/exploration'),
        NotebookInstanceStatus: 'InService',
        InstanceType: 'ml.t3.medium',
        PlatformIdentifier: 'notebook-al2023-v1',
        VolumeSizeInGB: 20,
        SubnetId: notebookInterface.subnetId,
        NetworkInterfaceId: notebookInterface.id,
        SecurityGroups: [databaseGroupId],
        RoleArn: roleArn('analytics'),
        KmsKeyId: dataKeyArn,
        DirectInternetAccess: 'Disabled',
        RootAccess: 'Disabled',
        CreationTime: created,
        LastModifiedTime: created,
      },
    ],
  },
  bedrockAgent: {
    agents: [
      {
        agentId,
        agentName: 'support',
        agentArn: arn('bedrock', `agent/${agentId}`),
        agentVersion: 'DRAFT',
        agentStatus: 'PREPARED',
        description: 'Answers questions about orders',
        foundationModel: 'amazon.nova-pro-v1:0',
        idleSessionTTLInSeconds: 600,
        agentResourceRoleArn: roleArn('analytics'),
        customerEncryptionKeyArn: dataKeyArn,
        createdAt: created,
        updatedAt: created,
      },
    ],
  },
  transfer: {
    servers: [
      {
        Arn: arn('transfer', `server/${serverId}`),
        ServerId: serverId,
        Domain: 'S3',
        State: 'ONLINE',
        Protocols: ['SFTP'],
        EndpointType: 'VPC',
        EndpointDetails: { VpcId: vpcId, SubnetIds: dataSubnetIds.slice(0, 2), SecurityGroupIds: [databaseGroupId] },
        IdentityProviderType: 'AWS_LAMBDA',
        IdentityProviderDetails: { Function: arn('lambda', 'function:order-events') },
        LoggingRole: roleArn('delivery'),
        StructuredLogDestinations: [`${logGroupArn(logGroupNames.transfer)}:*`],
        SecurityPolicyName: 'TransferSecurityPolicy-2024-01',
        Tags: tags,
      },
    ],
  },
  workspaces: {
    workspaces: [
      {
        WorkspaceId: `ws-${hexDigits('workspace analyst', 9)}`,
        DirectoryId: `d-${hexDigits('directory', 10)}`,
        UserName: 'analyst',
        State: 'AVAILABLE',
        BundleId: `wsb-${hexDigits('bundle', 9)}`,
        SubnetId: dataSubnetIds[0],
        ComputerName: 'WSAMZN-ANALYST',
        VolumeEncryptionKey: dataKeyArn,
        RootVolumeEncryptionEnabled: false,
        UserVolumeEncryptionEnabled: true,
        WorkspaceProperties: {
          RunningMode: 'AUTO_STOP',
          ComputeTypeName: 'STANDARD',
          OperatingSystemName: 'WINDOWS_SERVER_2022',
        },
      },
    ],
  },
}
