/** What a world holds of EFS, in the SDK's own shapes. */
import type { AccessPointDescription, FileSystemDescription, MountTargetDescription } from '@aws-sdk/client-efs'

export type EfsData = {
  readonly accessPoints?: readonly AccessPointDescription[]
  readonly fileSystems?: readonly FileSystemDescription[]
  readonly mountTargets?: readonly MountTargetDescription[]
}
