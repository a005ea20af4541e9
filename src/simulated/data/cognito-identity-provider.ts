/** What a world holds of Cognito user pools, in the SDK's own shapes. */
import type { UserPoolDescriptionType } from '@aws-sdk/client-cognito-identity-provider'

export type CognitoData = {
  readonly userPools?: readonly UserPoolDescriptionType[]
}
