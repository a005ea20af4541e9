/** Where what the other areas have logs to, and what delivers it there. */
import type { LogGroup } from '@aws-sdk/client-cloudwatch-logs'
import type { RegionData } from '../../world.ts'
import { arn } from './integration-names.ts'

export const logGroupNames = {
  catalogApi: '/aws/appsync/apis/q7w8e9r0t1y2u3i4o5p6a7s8d9',
  fileSystems: '/aws/fsx/training-data',
  firewall: 'aws-waf-logs-storefront',
  httpApi: '/storefront/http-api',
  relations: '/aws/neptune/relations/audit',
  reviews: '/aws/docdb/reviews/audit',
  tunnels: '/network/tunnels',
  warehouse: '/aws/redshift/cluster/sales/connectionlog',
} as const

const created = new Date('2025-07-08T09:30:00Z')

function logGroup(logGroupName: string): LogGroup {
  const logGroupArn = arn('logs', `log-group:${logGroupName}`)
  return {
    logGroupName,
    logGroupArn,
    arn: `${logGroupArn}:*`,
    retentionInDays: 90,
    logGroupClass: 'STANDARD',
    creationTime: created.getTime(),
  }
}

export const regionData: RegionData = {
  cloudWatchLogs: { logGroups: Object.values(logGroupNames).map(logGroup) },
}
