/** Every resource type that a scan reads. */
import { backupPlan } from './aws/backup/backup-plan.ts'
import { backupVault } from './aws/backup/backup-vault.ts'
import { instance } from './aws/ec2/instance.ts'
import { internetGateway } from './aws/ec2/internet-gateway.ts'
import { natGateway } from './aws/ec2/nat-gateway.ts'
import { routeTable } from './aws/ec2/route-table.ts'
import { securityGroup } from './aws/ec2/security-group.ts'
import { subnet } from './aws/ec2/subnet.ts'
import { vpc } from './aws/ec2/vpc.ts'
import { fileSystem } from './aws/elasticfilesystem/file-system.ts'
import { mountTarget } from './aws/elasticfilesystem/mount-target.ts'
import { loadBalancer } from './aws/elasticloadbalancing/load-balancer.ts'
import { targetGroup } from './aws/elasticloadbalancing/target-group.ts'
import { managedFileSystem } from './aws/fsx/file-system.ts'
import { lambdaFunction } from './aws/lambda/function.ts'
import { dbCluster } from './aws/rds/db-cluster.ts'
import { dbInstance } from './aws/rds/db-instance.ts'
import { bucket } from './aws/s3/bucket.ts'
import type { Collector } from './collector.ts'

export const catalogue: readonly Collector[] = [
  backupPlan,
  backupVault,
  bucket,
  dbCluster,
  dbInstance,
  fileSystem,
  instance,
  internetGateway,
  lambdaFunction,
  loadBalancer,
  managedFileSystem,
  mountTarget,
  natGateway,
  routeTable,
  securityGroup,
  subnet,
  targetGroup,
  vpc,
]

/** The IAM actions of a whole scan, sorted: what the role's policy grants, and nothing more. */
export const catalogueActions: readonly string[] = [
  ...new Set(catalogue.flatMap(({ permissions }) => permissions)),
].toSorted()

const keepByType = new Map(catalogue.map(({ type, keep }) => [type, keep]))

/** What of a type's list belongs into the graph of a region. */
export function keepOf(type: string): Collector['keep'] {
  return keepByType.get(type) ?? 'all'
}
