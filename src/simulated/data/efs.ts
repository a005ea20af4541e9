/** What a world holds of EFS, in the SDK's own shapes. */
import type { FileSystemDescription, MountTargetDescription } from '@aws-sdk/client-efs'

export type EfsData = {
  readonly fileSystems?: readonly FileSystemDescription[]
  readonly mountTargets?: readonly MountTargetDescription[]
}
