/** What a world holds of App Runner, in the SDK's own shapes. */
import type { Service, VpcConnector } from '@aws-sdk/client-apprunner'

export type AppRunnerData = {
  readonly services?: readonly Service[]
  readonly vpcConnectors?: readonly VpcConnector[]
}
