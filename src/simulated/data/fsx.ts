/** What a world holds of FSx, in the SDK's own shapes. */
import type { FileSystem } from '@aws-sdk/client-fsx'

export type FsxData = {
  readonly fileSystems?: readonly FileSystem[]
}
