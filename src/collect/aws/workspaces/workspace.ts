import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId, partitionOf } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'

export const workSpaces = defineService(
  'workspaces',
  () => import('@aws-sdk/client-workspaces'),
  (sdk) => sdk.WorkSpacesClient,
)

/**
 * Collects WorkSpaces. The user's name in the list is never stored, nor is the state, because desktops stop and start
 * with their use.
 */
export const workspace = defineCollector({
  type: 'AWS::WorkSpaces::Workspace',
  count: 'desktops',
  scope: 'regional',
  permissions: ['workspaces:DescribeWorkspaces'],
  service: workSpaces,
  pages: ({ sdk, client }) => sdk.paginateDescribeWorkspaces({ client, pageSize: 25 }, {}),
  items: (page) => page.Workspaces,
  resource: (workspace, { region, accountNumber }) => ({
    id: workspace.WorkspaceId,
    // The list omits the ARN.
    arn: `arn:${partitionOf(region)}:workspaces:${region}:${accountNumber}:workspace/${workspace.WorkspaceId}`,
    name: workspace.WorkspaceName ?? workspace.ComputerName,
    properties: {
      directory: workspace.DirectoryId,
      bundle: workspace.BundleId,
      computeType: workspace.WorkspaceProperties?.ComputeTypeName,
      operatingSystem: workspace.WorkspaceProperties?.OperatingSystemName,
      runningMode: workspace.WorkspaceProperties?.RunningMode,
      rootVolumeEncrypted: workspace.RootVolumeEncryptionEnabled,
      userVolumeEncrypted: workspace.UserVolumeEncryptionEnabled,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'Workspaces[].SubnetId',
      targets: (workspace) => workspace.SubnetId,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'Workspaces[].VolumeEncryptionKey',
      targets: (workspace) => kmsKeyId(workspace.VolumeEncryptionKey),
    },
  ],
})
