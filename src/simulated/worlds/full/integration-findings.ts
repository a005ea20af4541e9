/** IAM Access Analyzer: an analyzer of external access with its findings, and one of unused access. */
import type { FindingSummary } from '@aws-sdk/client-accessanalyzer'
import type { RegionData } from '../../world.ts'
import { accountId } from '../three-tier-network.ts'
import { arn, queueArn, roleArn, uuid } from './integration-names.ts'

const created = new Date('2025-06-02T10:00:00Z')
const analyzerArn = arn('access-analyzer', 'analyzer/external-access')

const finding = (
  resource: string,
  resourceType: FindingSummary['resourceType'],
  more: Partial<FindingSummary>,
): FindingSummary => ({
  id: uuid(`finding ${resource}`),
  resource,
  resourceType,
  resourceOwnerAccount: accountId,
  status: 'ACTIVE',
  isPublic: false,
  condition: {},
  createdAt: created,
  analyzedAt: created,
  updatedAt: created,
  ...more,
})

export const findings: RegionData = {
  accessAnalyzer: {
    analyzers: [
      { arn: analyzerArn, name: 'external-access', type: 'ACCOUNT', status: 'ACTIVE', createdAt: created },
      {
        arn: arn('access-analyzer', 'analyzer/unused-access'),
        name: 'unused-access',
        type: 'ACCOUNT_UNUSED_ACCESS',
        status: 'ACTIVE',
        createdAt: created,
        tags: { team: 'security' },
      },
    ],
    findings: {
      [analyzerArn]: [
        finding(roleArn('deployment'), 'AWS::IAM::Role', {
          principal: { AWS: '777788889999' },
          action: ['sts:AssumeRole'],
          condition: { 'sts:ExternalId': '[set]' },
        }),
        finding(queueArn('orders-failed'), 'AWS::SQS::Queue', {
          principal: { AWS: '*' },
          action: ['sqs:SendMessage'],
          isPublic: true,
          status: 'ARCHIVED',
          condition: { 'aws:SecureTransport': 'true' },
        }),
        finding(queueArn('orders'), 'AWS::SQS::Queue', { status: 'RESOLVED', principal: { AWS: '*' }, isPublic: true }),
        finding(queueArn('payments.fifo'), 'AWS::SQS::Queue', { error: 'ACCESS_DENIED' }),
      ],
    },
  },
}
