import type { BackupPlansListMember, BackupRule } from '@aws-sdk/client-backup'
import { defineService } from '../../../cloud/service.ts'
import { arnName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'

export const backup = defineService(
  'backup',
  () => import('@aws-sdk/client-backup'),
  (sdk) => sdk.BackupClient,
)

type DescribedPlan = { readonly plan: BackupPlansListMember; readonly rules: readonly BackupRule[] | undefined }

export const backupPlan = defineCollector({
  type: 'AWS::Backup::BackupPlan',
  count: 'backupPlans',
  scope: 'regional',
  permissions: ['backup:ListBackupPlans', 'backup:GetBackupPlan'],
  service: backup,
  pages: ({ sdk, client }) => sdk.paginateListBackupPlans({ client, pageSize: 1000 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per plan, because the list omits rules and vaults.
    each(
      page.BackupPlansList,
      async (plan): Promise<DescribedPlan> => {
        const { BackupPlan } = await client.send(new sdk.GetBackupPlanCommand({ BackupPlanId: plan.BackupPlanId }))
        return { plan, rules: BackupPlan?.Rules ?? [] }
      },
      { listed: (plan): DescribedPlan => ({ plan, rules: undefined }) },
    ),
  resource: ({ plan, rules }) => ({
    id: plan.BackupPlanId,
    arn: plan.BackupPlanArn,
    name: plan.BackupPlanName,
    properties: {
      rules: rules?.map((rule) => ({
        name: rule.RuleName ?? null,
        schedule: rule.ScheduleExpression ?? null,
        deleteAfterDays: rule.Lifecycle?.DeleteAfterDays ?? null,
      })),
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::Backup::BackupVault',
      field: 'backup:GetBackupPlan BackupPlan.Rules[].TargetBackupVaultName',
      targets: ({ rules }) => rules?.map(({ TargetBackupVaultName }) => TargetBackupVaultName),
    },
    {
      verb: 'routes to',
      type: 'AWS::Backup::BackupVault',
      field: 'backup:GetBackupPlan BackupPlan.Rules[].CopyActions[].DestinationBackupVaultArn',
      targets: ({ rules }, place) =>
        rules?.flatMap(({ CopyActions = [] }) =>
          CopyActions.map(({ DestinationBackupVaultArn }) =>
            arnName(DestinationBackupVaultArn, 'backup-vault:', place),
          ),
        ),
    },
  ],
})
