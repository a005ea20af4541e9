/** What a world holds of API Gateway's HTTP and WebSocket APIs, in the SDK's own shapes. */
import type { Api, Integration, Stage, VpcLink } from '@aws-sdk/client-apigatewayv2'

export type ApiGatewayV2Data = {
  readonly apis?: readonly Api[]
  /** By the API's id. */
  readonly integrations?: Readonly<Record<string, readonly Integration[]>>
  /** By the API's id. */
  readonly stages?: Readonly<Record<string, readonly Stage[]>>
  readonly vpcLinks?: readonly VpcLink[]
}
