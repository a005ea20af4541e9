/** WorkSpaces: desktops. */
import type { Workspace } from '@aws-sdk/client-workspaces'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly workspaces?: Lists<{ workspaces: Workspace }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-workspaces'), {
  data: 'workspaces',
  pages: { largest: 25, badToken: 'InvalidParameterValuesException' },
})({
  DescribeWorkspaces: { list: 'workspaces' },
})
