/** What a world holds of WorkSpaces, in the SDK's own shapes. */
import type { Workspace } from '@aws-sdk/client-workspaces'

export type WorkSpacesData = {
  readonly workspaces?: readonly Workspace[]
}
