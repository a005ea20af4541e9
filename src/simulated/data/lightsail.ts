/** What a world holds of Lightsail, in the SDK's own shapes. */
import type { Instance, RelationalDatabase } from '@aws-sdk/client-lightsail'

export type LightsailData = {
  readonly instances?: readonly Instance[]
  readonly databases?: readonly RelationalDatabase[]
}
