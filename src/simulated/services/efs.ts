/** EFS: file systems, their access points, and mount targets. */
import type * as sdk from '@aws-sdk/client-efs'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly efs?: Lists<{
      accessPoints: sdk.AccessPointDescription
      fileSystems: sdk.FileSystemDescription & Pick<sdk.FileSystemPolicyDescription, 'Policy'>
      mountTargets: sdk.MountTargetDescription
    }>
  }
}

export const service = defineService('efs', () => import('@aws-sdk/client-efs'), {
  iamPrefix: 'elasticfilesystem',
  // "The response is paginated at 100 per page."
  pages: { largest: 1_000_000, usual: 100, ceiling: 100, error: 'BadRequest' },
  notFound: ['FileSystemNotFound', 404],
})({
  DescribeAccessPoints: { list: 'accessPoints' },
  DescribeFileSystems: { list: 'fileSystems' },
  DescribeFileSystemPolicy: { one: 'fileSystems', required: { Policy: ['PolicyNotFound', 404, 'Policy not found'] } },
  DescribeMountTargets: { list: 'mountTargets', within: { list: 'fileSystems', by: 'FileSystemId' } },
})
