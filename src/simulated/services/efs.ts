/** EFS: file systems, their access points and mount targets. */
import * as module from '@aws-sdk/client-efs'
import type {
  AccessPointDescription,
  DescribeAccessPointsRequest,
  DescribeAccessPointsResponse,
  DescribeFileSystemsRequest,
  DescribeFileSystemsResponse,
  DescribeMountTargetsRequest,
  DescribeMountTargetsResponse,
  FileSystemDescription,
  MountTargetDescription,
} from '@aws-sdk/client-efs'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** "The response is paginated at 100 per page." */
const paging: Paging<{ readonly MaxItems?: number | undefined; readonly Marker?: string | undefined }> = {
  token: 'Marker',
  size: 'MaxItems',
  minimum: 1,
  maximum: 1_000_000,
  default: 100,
  ceiling: 100,
  badToken: () => new ProviderError('BadRequest', 'Invalid marker'),
  badSize: (size) => new ProviderError('BadRequest', `MaxItems must be at least 1, not ${size}`),
}

const fileSystemNotFound = (id: string) =>
  new ProviderError('FileSystemNotFound', `File system '${id}' does not exist.`, 404)

export const service: SimulatedService = {
  iamPrefix: 'elasticfilesystem',
  module,
  client: new module.EFSClient(idleClient),
  operations: {
    DescribeAccessPoints: listOperation<
      DescribeAccessPointsRequest,
      DescribeAccessPointsResponse,
      AccessPointDescription
    >({
      items: ({ regionData }) => regionData.efs?.accessPoints,
      identifiers: [{ parameter: 'FileSystemId', of: (point) => [point.FileSystemId], notFound: fileSystemNotFound }],
      paging: {
        token: 'NextToken',
        size: 'MaxResults',
        minimum: 1,
        maximum: 1_000_000,
        default: 100,
        ceiling: 100,
        badToken: () => new ProviderError('BadRequest', 'Invalid next token'),
        badSize: (size) => new ProviderError('BadRequest', `MaxResults must be at least 1, not ${size}`),
      },
      answer: (items, NextToken) => ({ AccessPoints: [...items], NextToken }),
    }),

    DescribeFileSystems: listOperation<DescribeFileSystemsRequest, DescribeFileSystemsResponse, FileSystemDescription>({
      items: ({ regionData }) => regionData.efs?.fileSystems,
      identifiers: [
        {
          parameter: 'FileSystemId',
          of: (fileSystem) => [fileSystem.FileSystemId, fileSystem.FileSystemArn],
          notFound: fileSystemNotFound,
        },
      ],
      paging,
      answer: (items, NextMarker) => ({ FileSystems: [...items], NextMarker }),
    }),

    DescribeMountTargets: listOperation<
      DescribeMountTargetsRequest,
      DescribeMountTargetsResponse,
      MountTargetDescription
    >({
      parameters: ['FileSystemId', 'MountTargetId'],
      items({ regionData }, { FileSystemId, MountTargetId }) {
        const { fileSystems = [], mountTargets = [] } = regionData.efs ?? {}
        if (FileSystemId === undefined && MountTargetId === undefined) {
          throw new ProviderError('BadRequest', 'A file system or a mount target must be named')
        }
        if (FileSystemId !== undefined && !fileSystems.some((fileSystem) => fileSystem.FileSystemId === FileSystemId)) {
          throw fileSystemNotFound(FileSystemId)
        }
        return mountTargets.filter((target) =>
          FileSystemId === undefined ? target.MountTargetId === MountTargetId : target.FileSystemId === FileSystemId,
        )
      },
      paging,
      answer: (items, NextMarker) => ({ MountTargets: [...items], NextMarker }),
    }),
  },
}
