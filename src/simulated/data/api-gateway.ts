/** What a world holds of API Gateway's REST APIs, in the SDK's own shapes. */
import type { Resource, RestApi, Stage, VpcLink } from '@aws-sdk/client-api-gateway'

export type ApiGatewayData = {
  readonly restApis?: readonly RestApi[]
  /** By the API's id, each with its methods. */
  readonly resources?: Readonly<Record<string, readonly Resource[]>>
  /** By the API's id. */
  readonly stages?: Readonly<Record<string, readonly Stage[]>>
  readonly vpcLinks?: readonly VpcLink[]
}
