/** Every resource type that a scan reads. */
import { autoScalingGroup } from './aws/autoscaling/auto-scaling-group.ts'
import { backupPlan } from './aws/backup/backup-plan.ts'
import { backupVault } from './aws/backup/backup-vault.ts'
import { image } from './aws/ec2/image.ts'
import { instance } from './aws/ec2/instance.ts'
import { internetGateway } from './aws/ec2/internet-gateway.ts'
import { keyPair } from './aws/ec2/key-pair.ts'
import { launchTemplate } from './aws/ec2/launch-template.ts'
import { natGateway } from './aws/ec2/nat-gateway.ts'
import { routeTable } from './aws/ec2/route-table.ts'
import { securityGroup } from './aws/ec2/security-group.ts'
import { snapshot } from './aws/ec2/snapshot.ts'
import { subnet } from './aws/ec2/subnet.ts'
import { volume } from './aws/ec2/volume.ts'
import { vpc } from './aws/ec2/vpc.ts'
import { fileSystem } from './aws/elasticfilesystem/file-system.ts'
import { mountTarget } from './aws/elasticfilesystem/mount-target.ts'
import { loadBalancer } from './aws/elasticloadbalancing/load-balancer.ts'
import { targetGroup } from './aws/elasticloadbalancing/target-group.ts'
import { eventBus } from './aws/events/event-bus.ts'
import { rule } from './aws/events/rule.ts'
import { managedFileSystem } from './aws/fsx/file-system.ts'
import { lambdaFunction } from './aws/lambda/function.ts'
import { pipe } from './aws/pipes/pipe.ts'
import { dbCluster } from './aws/rds/db-cluster.ts'
import { dbInstance } from './aws/rds/db-instance.ts'
import { dbProxy } from './aws/rds/db-proxy.ts'
import { dbSubnetGroup } from './aws/rds/db-subnet-group.ts'
import { documentDbCluster } from './aws/rds/docdb-cluster.ts'
import { documentDbInstance } from './aws/rds/docdb-instance.ts'
import { neptuneCluster } from './aws/rds/neptune-cluster.ts'
import { neptuneInstance } from './aws/rds/neptune-instance.ts'
import { bucket } from './aws/s3/bucket.ts'
import { schedule } from './aws/scheduler/schedule.ts'
import { subscription } from './aws/sns/subscription.ts'
import { topic } from './aws/sns/topic.ts'
import { queue } from './aws/sqs/queue.ts'
import type { Collector } from './collector.ts'

export const catalogue: readonly Collector[] = [
  autoScalingGroup,
  backupPlan,
  backupVault,
  bucket,
  dbCluster,
  dbInstance,
  dbProxy,
  dbSubnetGroup,
  documentDbCluster,
  documentDbInstance,
  eventBus,
  fileSystem,
  image,
  instance,
  internetGateway,
  keyPair,
  lambdaFunction,
  launchTemplate,
  loadBalancer,
  managedFileSystem,
  mountTarget,
  natGateway,
  neptuneCluster,
  neptuneInstance,
  pipe,
  queue,
  routeTable,
  rule,
  schedule,
  securityGroup,
  snapshot,
  subnet,
  subscription,
  targetGroup,
  topic,
  volume,
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
