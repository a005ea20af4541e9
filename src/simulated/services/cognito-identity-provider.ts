/** Cognito: user pools. */
import type { UserPoolDescriptionType, UserPoolType } from '@aws-sdk/client-cognito-identity-provider'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly cognito?: Lists<{ userPools: UserPoolDescriptionType }> & {
      /** The domains of sign-in pages by pool ID. */
      readonly domains?: Readonly<Record<string, Pick<UserPoolType, 'Domain' | 'CustomDomain'>>>
    }
  }
}

export const service = defineService(() => import('@aws-sdk/client-cognito-identity-provider'), {
  iamPrefix: 'cognito-idp',
  data: 'cognito',
  pages: { largest: 60, error: 'InvalidParameterException' },
})({
  // Its list may omit triggers.
  ListUserPools: { list: 'userPools', denied: '*', item: ({ LambdaConfig: _triggers, ...pool }) => pool },
  DescribeUserPool: {
    one: 'userPools',
    by: { UserPoolId: 'Id' },
    notFound: 'ResourceNotFoundException',
    item: (pool, { domains = {} }) => ({ UserPool: { ...pool, ...domains[pool.Id ?? ''] } }),
  },
})
