/** Cognito: user pools. */
import type { UserPoolDescriptionType } from '@aws-sdk/client-cognito-identity-provider'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly cognito?: Lists<{ userPools: UserPoolDescriptionType }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-cognito-identity-provider'), {
  iamPrefix: 'cognito-idp',
  data: 'cognito',
  pages: { largest: 60, error: 'InvalidParameterException' },
})({
  ListUserPools: { list: 'userPools', denied: '*' },
})
