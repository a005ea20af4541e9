/** What a world holds of API Gateway's HTTP and WebSocket APIs, in the SDK's own shapes. */
import type { Api, Integration, VpcLink } from '@aws-sdk/client-apigatewayv2'

export type ApiGatewayV2Data = {
  readonly apis?: readonly Api[]
  /** By the API's id. */
  readonly integrations?: Readonly<Record<string, readonly Integration[]>>
  readonly vpcLinks?: readonly VpcLink[]
}
