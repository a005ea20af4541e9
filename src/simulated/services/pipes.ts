/** EventBridge Pipes: pipes. */
import type { Pipe } from '@aws-sdk/client-pipes'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly pipes?: Lists<{ pipes: Pipe }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-pipes'), {
  data: 'pipes',
  pages: { largest: 100, error: 'ValidationException' },
})({
  ListPipes: { list: 'pipes' },
})
