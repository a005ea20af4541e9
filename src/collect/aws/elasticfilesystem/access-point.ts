import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'
import { elasticFileSystem } from './file-system.ts'

export const accessPoint = defineCollector({
  type: 'AWS::EFS::AccessPoint',
  count: 'fileSystemAccessPoints',
  scope: 'regional',
  permissions: ['elasticfilesystem:DescribeAccessPoints'],
  service: elasticFileSystem,
  pages: ({ sdk, client }) => sdk.paginateDescribeAccessPoints({ client, pageSize: 100 }, {}),
  items: (page) => page.AccessPoints,
  resource: (point) => ({
    id: point.AccessPointId,
    arn: point.AccessPointArn,
    name: point.Name,
    tags: tagRecord(point.Tags),
    properties: {
      state: point.LifeCycleState,
      path: point.RootDirectory?.Path,
      posixUserId: point.PosixUser?.Uid,
      posixGroupId: point.PosixUser?.Gid,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EFS::FileSystem',
      field: 'AccessPoints[].FileSystemId',
      targets: (point) => point.FileSystemId,
    },
  ],
})
