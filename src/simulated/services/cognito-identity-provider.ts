/** Cognito: user pools. */
import * as module from '@aws-sdk/client-cognito-identity-provider'
import type {
  ListUserPoolsRequest,
  ListUserPoolsResponse,
  UserPoolDescriptionType,
} from '@aws-sdk/client-cognito-identity-provider'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'cognito-idp',
  module,
  client: new module.CognitoIdentityProviderClient(idleClient),
  operations: {
    ListUserPools: listOperation<ListUserPoolsRequest, ListUserPoolsResponse, UserPoolDescriptionType>({
      deniedResource: () => '*',
      items: ({ regionData }) => regionData.cognito?.userPools,
      paging: usualPaging<ListUserPoolsRequest>({
        token: 'NextToken',
        size: 'MaxResults',
        maximum: 60,
        badToken: 'InvalidParameterException',
        badSize: 'InvalidParameterException',
      }),
      answer: (items, NextToken) => ({ UserPools: [...items], NextToken }),
    }),
  },
}
