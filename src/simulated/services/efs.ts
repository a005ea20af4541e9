/** EFS: file systems, their access points, and mount targets. */
import type { AccessPointDescription, FileSystemDescription, MountTargetDescription } from '@aws-sdk/client-efs'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'

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
  DescribeAccessPoints: { list: 'accessPoints', by: 'FileSystemId', notFound },
  DescribeFileSystems: { list: 'fileSystems', by: { FileSystemId: ['FileSystemId', 'FileSystemArn'] }, notFound },
  DescribeFileSystemPolicy: {
    one: 'fileSystems',
    by: 'FileSystemId',
    notFound,
    item({ FileSystemId = '' }, { policies = {} }) {
      const Policy = policies[FileSystemId]
      if (Policy !== undefined) return { FileSystemId, Policy }
      throw new ProviderError('PolicyNotFound', 'Policy not found', 404)
    },
  },
  DescribeMountTargets: {
    parameters: ['FileSystemId', 'MountTargetId'],
    gather({ fileSystems = [], mountTargets = [] }, { FileSystemId: id, MountTargetId }) {
      if (id === undefined && MountTargetId === undefined) {
        throw new ProviderError('BadRequest', 'A file system or a mount target must be named')
      }
      if (id === undefined) return mountTargets.filter((target) => target.MountTargetId === MountTargetId)
      if (!fileSystems.some(({ FileSystemId }) => FileSystemId === id)) {
        throw new ProviderError('FileSystemNotFound', `File system '${id}' does not exist.`, 404)
      }
      return mountTargets.filter(({ FileSystemId }) => FileSystemId === id)
    },
  },
})
