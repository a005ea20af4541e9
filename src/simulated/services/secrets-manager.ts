/** Secrets Manager: the list of secrets, without values. */
import * as module from '@aws-sdk/client-secrets-manager'
import type { ListSecretsRequest, ListSecretsResponse, SecretListEntry } from '@aws-sdk/client-secrets-manager'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'secretsmanager',
  module,
  client: new module.SecretsManagerClient(idleClient),
  operations: {
    ListSecrets: listOperation<ListSecretsRequest, ListSecretsResponse, SecretListEntry>({
      items: ({ regionData }) => regionData.secretsManager?.secrets,
      paging: usualPaging<ListSecretsRequest>({
        token: 'NextToken',
        size: 'MaxResults',
        maximum: 100,
        badToken: 'InvalidNextTokenException',
        badSize: 'InvalidParameterException',
      }),
      answer: (items, NextToken) => ({ SecretList: [...items], NextToken }),
    }),
  },
}
