/** EFS: file systems, their access points, and mount targets. */
import type { AccessPointDescription, FileSystemDescription, MountTargetDescription } from '@aws-sdk/client-efs'
import { defineService } from '../define-service.ts'
import { setting } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly efs?: {
      readonly accessPoints?: readonly AccessPointDescription[]
      readonly fileSystems?: readonly FileSystemDescription[]
      readonly mountTargets?: readonly MountTargetDescription[]
      /** By file system ID. */
      readonly policies?: Readonly<Record<string, string>>
    }
  }
}

const notFound = ['FileSystemNotFound', 404] as const

export const service = defineService(() => import('@aws-sdk/client-efs'), {
  iamPrefix: 'elasticfilesystem',
  data: 'efs',
  // "The response is paginated at 100 per page."
  pages: { largest: 1_000_000, usual: 100, ceiling: 100, error: 'BadRequest' },
})({
  DescribeAccessPoints: { list: 'accessPoints' },
  DescribeFileSystems: { list: 'fileSystems' },
  DescribeFileSystemPolicy: {
    one: 'fileSystems',
    by: 'FileSystemId',
    notFound,
    item: ({ FileSystemId = '' }, { policies = {} }) => ({
      FileSystemId,
      Policy: setting(policies[FileSystemId], ['PolicyNotFound', 404, 'Policy not found']),
    }),
  },
  DescribeMountTargets: {
    list: 'mountTargets',
    within: { list: 'fileSystems', by: 'FileSystemId', notFound },
  },
})
