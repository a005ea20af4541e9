/** EventBridge Pipes: pipes. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly pipes?: PlainLists<typeof import('@aws-sdk/client-pipes')>
  }
}

export const service = defineService('pipes', () => import('@aws-sdk/client-pipes'), {
  pages: { largest: 100, error: 'ValidationException' },
})({
  ListPipes: { list: 'pipes' },
})
