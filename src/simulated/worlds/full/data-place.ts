/** The location of the data area's resources, and shared names. */
import { hexDigits, resourceId, tagList } from '../resource-id.ts'
import { accountId, addressIn, region, securityGroupId, subnetId, type Zone, zones } from '../three-tier-network.ts'

export const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`
export const roleNames = [
  'accelerator',
  'analytics',
  'database-import',
  'database-proxy',
  'delivery',
  'search-sign-in',
  'warehouse-load',
]
export const roleArn = (name: string) => `arn:aws:iam::${accountId}:role/${name}`
export const bucketArn = (name: string) => `arn:aws:s3:::storefront-${name}-${accountId}`

export const logGroupNames = {
  caches: '/storefront/caches',
  delivery: '/aws/kinesisfirehose/logs-to-archive',
  reporting: '/aws/rds/cluster/reporting/slowquery',
  replica: '/aws/rds/instance/catalog-replica/postgresql',
  search: '/aws/opensearch/products/slow',
  streaming: '/aws/msk/orders',
  transfer: '/aws/transfer/partners',
} as const

export const logGroupArn = (name: string) => arn('logs', `log-group:${name}`)

export const secretNames = ['orders', 'reporting', 'warehouse']
/** AWS appends six characters to a secret's ARN. */
export const secretArn = (name: string) => arn('secretsmanager', `secret:${name}-${hexDigits(`secret ${name}`, 6)}`)

/** Returns a UUID that is the same in every run. */
export function uuid(meaning: string): string {
  const digits = hexDigits(meaning, 32)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-')
}

/** The customer managed key for all data of the area. */
export const dataKeyId = uuid('key data')
export const dataKeyArn = arn('kms', `key/${dataKeyId}`)

export const tags = tagList({ env: 'production', team: 'data' })
export const dataSubnetIds = zones.map((zone) => subnetId('data', zone))
export const databaseGroupId = securityGroupId('database')
export const created = new Date('2025-07-08T09:30:00Z')

export type DataInterface = {
  readonly usedFor: string
  readonly id: string
  readonly zone: Zone
  readonly subnetId: string
  readonly address: string
}

function dataInterface(usedFor: string, zone: Zone, host: number): DataInterface {
  return {
    usedFor,
    id: resourceId('eni', `${usedFor} ${zone}`),
    zone,
    subnetId: subnetId('data', zone),
    address: addressIn('data', zone, host),
  }
}

export const mountTargetInterfaces = zones.map((zone) => dataInterface('EFS mount target', zone, 120))
export const lustreInterface = dataInterface('FSx file system', zones[0], 121)
export const notebookInterface = dataInterface('SageMaker notebook', zones[0], 122)
