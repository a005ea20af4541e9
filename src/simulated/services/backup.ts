/** AWS Backup: vaults and plans. */
import * as module from '@aws-sdk/client-backup'
import type {
  BackupPlansListMember,
  BackupVaultListMember,
  GetBackupPlanInput,
  GetBackupPlanOutput,
  ListBackupPlansInput,
  ListBackupPlansOutput,
  ListBackupVaultsInput,
  ListBackupVaultsOutput,
} from '@aws-sdk/client-backup'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** Source: "MaxResults", valid range 1 to 1000, in the AWS Backup API reference. */
const paging: Paging<{ readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined }> = {
  token: 'NextToken',
  size: 'MaxResults',
  minimum: 1,
  maximum: 1000,
  default: 1000,
  badToken: () => new ProviderError('InvalidParameterValueException', 'Invalid next token'),
  badSize: (size) => new ProviderError('InvalidParameterValueException', `Invalid MaxResults: ${size}`),
}

export const service: SimulatedService = {
  iamPrefix: 'backup',
  module,
  client: new module.BackupClient(idleClient),
  operations: {
    ListBackupVaults: listOperation<ListBackupVaultsInput, ListBackupVaultsOutput, BackupVaultListMember>({
      items: ({ regionData }) => regionData.backup?.vaults,
      paging,
      answer: (items, NextToken) => ({ BackupVaultList: [...items], NextToken }),
    }),

    ListBackupPlans: listOperation<ListBackupPlansInput, ListBackupPlansOutput, BackupPlansListMember>({
      items: ({ regionData }) => regionData.backup?.plans,
      paging,
      answer: (items, NextToken) => ({ BackupPlansList: [...items], NextToken }),
    }),

    GetBackupPlan: operation<GetBackupPlanInput, GetBackupPlanOutput>({
      parameters: ['BackupPlanId'],
      answer({ BackupPlanId = '' }, { regionData }) {
        const { plans = [], rules = {} } = regionData.backup ?? {}
        const plan = plans.find((candidate) => candidate.BackupPlanId === BackupPlanId)
        if (plan === undefined) {
          throw new ProviderError('ResourceNotFoundException', `Cannot find backup plan ${BackupPlanId}`)
        }
        const { BackupPlanArn, BackupPlanName, VersionId } = plan
        return {
          BackupPlan: { BackupPlanName, Rules: [...(rules[BackupPlanId] ?? [])] },
          BackupPlanId,
          BackupPlanArn,
          VersionId,
        }
      },
    }),
  },
}
