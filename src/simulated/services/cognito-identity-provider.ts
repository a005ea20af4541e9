/** Cognito: user pools. */
import type { UserPoolDescriptionType, UserPoolType } from '@aws-sdk/client-cognito-identity-provider'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    /** The domains are those of sign-in pages. */
    readonly cognito?: Lists<{ userPools: UserPoolDescriptionType & Pick<UserPoolType, 'Domain' | 'CustomDomain'> }>
  }
}

export const service = defineService('cognito', () => import('@aws-sdk/client-cognito-identity-provider'), {
  iamPrefix: 'cognito-idp',
  pages: { largest: 60, error: 'InvalidParameterException' },
})({
  // Its list may omit triggers.
  ListUserPools: { list: 'userPools', denied: '*', item: ({ LambdaConfig: _triggers, ...pool }) => pool },
  DescribeUserPool: { one: 'userPools', by: { UserPoolId: 'Id' }, notFound: 'ResourceNotFoundException' },
})
