/** WorkSpaces: desktops. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly workspaces?: PlainLists<typeof import('@aws-sdk/client-workspaces')>
  }
}

export const service = defineService('workspaces', () => import('@aws-sdk/client-workspaces'), {
  pages: { largest: 25, badToken: 'InvalidParameterValuesException' },
})({
  DescribeWorkspaces: { list: 'workspaces' },
})
