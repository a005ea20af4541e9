import type { LambdaConfigType, UserPoolDescriptionType, UserPoolType } from '@aws-sdk/client-cognito-identity-provider'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId, partitionOf, type Place } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'

export const cognito = defineService(
  'cognito-idp',
  () => import('@aws-sdk/client-cognito-identity-provider'),
  (sdk) => sdk.CognitoIdentityProviderClient,
)

/** `described`: `undefined` if it couldn't be read. */
type DescribedPool = {
  readonly pool: UserPoolDescriptionType
  readonly described: Pick<UserPoolType, 'Domain' | 'CustomDomain' | 'LambdaConfig'> | undefined
}

export const userPool = defineCollector({
  type: 'AWS::Cognito::UserPool',
  count: 'userPools',
  scope: 'regional',
  permissions: ['cognito-idp:ListUserPools', 'cognito-idp:DescribeUserPool'],
  service: cognito,
  pages: ({ sdk, client }) => sdk.paginateListUserPools({ client, pageSize: 60 }, { MaxResults: 60 }),
  items: (page, { sdk, client, each }) =>
    // One call per pool, because the list omits the domain of its sign-in pages, and may omit its triggers.
    each(
      page.UserPools,
      async (pool): Promise<DescribedPool> => {
        const { UserPool = {} } = await client.send(new sdk.DescribeUserPoolCommand({ UserPoolId: pool.Id }))
        return { pool, described: UserPool }
      },
      { listed: (pool): DescribedPool => ({ pool, described: undefined }), listIsEnough: true },
    ),
  resource: ({ pool, described }, place) => ({
    id: pool.Id,
    arn: userPoolArn(pool, place),
    name: pool.Name,
    properties: {
      creationDate: pool.CreationDate?.toISOString(),
      hostedDomains:
        described && [described.Domain, described.CustomDomain].filter((domain) => domain !== undefined).toSorted(),
      triggers: described && Object.keys(triggers(described.LambdaConfig)).toSorted(),
    },
  }),
  relations: [
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function'],
      field: 'cognito-idp:DescribeUserPool UserPool.LambdaConfig',
      arns: ({ described }) => Object.values(triggers(described?.LambdaConfig)),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'cognito-idp:DescribeUserPool UserPool.LambdaConfig.KMSKeyID',
      targets: ({ described }) => kmsKeyId(described?.LambdaConfig?.KMSKeyID),
    },
  ],
})

/** The list omits the ARN. */
export function userPoolArn({ Id }: UserPoolDescriptionType, { region, accountNumber }: Place): string {
  return `arn:${partitionOf(region)}:cognito-idp:${region}:${accountNumber}:userpool/${Id}`
}

/** Returns the function ARNs by trigger. Triggers with a version have the ARN in an object. */
function triggers(config: LambdaConfigType = {}): Readonly<Record<string, string>> {
  const { KMSKeyID: _key, ...configured } = config
  return Object.fromEntries(
    Object.entries(configured).flatMap(([name, given]) => {
      const arn = typeof given === 'object' ? given.LambdaArn : given
      return arn === undefined ? [] : [[name, arn]]
    }),
  )
}
