/** What a world holds of EventBridge Pipes, in the SDK's own shapes. */
import type { Pipe } from '@aws-sdk/client-pipes'

export type PipesData = {
  readonly pipes?: readonly Pipe[]
}
