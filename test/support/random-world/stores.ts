/** Plans keys, and resources that store and move data: queues, topics, tables, streams, files, and databases. */
import type { ResourceReference } from '../../../src/graph/resource-graph.ts'
import { accountId, region } from '../../../src/simulated/worlds/three-tier-network.ts'
import type { Network } from './networks.ts'
import { arn, type Plan, several } from './plan.ts'

export type Stores = {
  readonly keys: readonly ResourceReference[]
  readonly queues: readonly ResourceReference[]
  readonly topics: readonly ResourceReference[]
  readonly tables: readonly ResourceReference[]
  readonly streams: readonly ResourceReference[]
  readonly buckets: readonly ResourceReference[]
}

export const keyArn = (of: ResourceReference | undefined) => of && arn('kms', `key/${of.id}`)
export const queueArn = ({ id }: ResourceReference) => arn('sqs', id)

export function planStores(plan: Plan): Stores {
  const keys = several(plan, 3, () => {
    const id = `00000000-0000-4000-8000-${plan.next().toString(16).padStart(12, '0')}`
    plan.list('kms', 'keys', { KeyId: id, Arn: arn('kms', `key/${id}`), KeyManager: 'CUSTOMER' })
    return plan.expect('AWS::KMS::Key', id)
  })
  return {
    keys,
    queues: planQueues(plan, keys),
    topics: several(plan, 3, () => {
      const topic = plan.expect('AWS::SNS::Topic', arn('sns', `topic-${plan.next()}`))
      const used = plan.one([undefined, ...keys])
      plan.list('sns', 'topics', { TopicArn: topic.id, ...(used !== undefined && { KmsMasterKeyId: used.id }) })
      plan.relate(topic, 'uses', used)
      return topic
    }),
    tables: several(plan, 3, () => {
      const table = plan.expect('AWS::DynamoDB::Table', `table-${plan.next()}`)
      const used = plan.one([undefined, ...keys])
      plan.list('dynamodb', 'tables', {
        TableName: table.id,
        TableArn: arn('dynamodb', `table/${table.id}`),
        ...(used !== undefined && { SSEDescription: { KMSMasterKeyArn: keyArn(used) } }),
      })
      plan.relate(table, 'uses', used)
      return table
    }),
    streams: several(plan, 2, () => {
      const stream = plan.expect('AWS::Kinesis::Stream', `stream-${plan.next()}`)
      const used = plan.one([undefined, ...keys])
      const StreamARN = arn('kinesis', `stream/${stream.id}`)
      plan.list('kinesis', 'streams', { StreamName: stream.id, StreamARN, KeyId: keyArn(used) })
      plan.relate(stream, 'uses', used)
      return stream
    }),
    buckets: several(plan, 3, () => {
      const bucket = { type: 'AWS::S3::Bucket', id: `bucket-${plan.next()}` }
      const isHere = plan.upTo(3) > 0
      const BucketRegion = isHere ? region : 'eu-central-1'
      plan.listGlobal('s3', 'buckets', { Name: bucket.id, BucketRegion })
      return isHere ? [plan.expect(bucket.type, bucket.id)] : []
    }).flat(),
  }
}

function planQueues(plan: Plan, keys: readonly ResourceReference[]): readonly ResourceReference[] {
  const queues = several(plan, 4, () => plan.expect('AWS::SQS::Queue', `queue-${plan.next()}`))
  // A queue of another region may have the same name as one in this region.
  const elsewhere = { type: 'AWS::SQS::Queue', id: `arn:aws:sqs:eu-west-1:${accountId}:${queues[0]?.id ?? 'queue'}` }
  for (const queue of queues) {
    const [used, deadLetters] = [plan.one([undefined, ...keys]), plan.one([undefined, elsewhere, ...queues])]
    const deadLetterTargetArn =
      deadLetters === elsewhere ? elsewhere.id : deadLetters === undefined ? undefined : queueArn(deadLetters)
    plan.list('sqs', 'queues', {
      url: `https://sqs.${region}.amazonaws.com/${accountId}/${queue.id}`,
      attributes: {
        QueueArn: queueArn(queue),
        ...(used !== undefined && { KmsMasterKeyId: used.id }),
        ...(deadLetterTargetArn !== undefined && { RedrivePolicy: JSON.stringify({ deadLetterTargetArn }) }),
      },
    })
    plan.relate(queue, 'uses', used)
    plan.relate(queue, 'routes to', deadLetters)
  }
  return queues
}

/** Clusters and instances of three services share the same lists. Their engines distinguish them. */
const engines = [
  ['aurora-postgresql', 'AWS::RDS'],
  ['docdb', 'AWS::DocDB'],
  ['neptune', 'AWS::Neptune'],
] as const

export function planDatabases(plan: Plan, networks: readonly Network[], keys: readonly ResourceReference[]): void {
  const subnetGroups = networks.flatMap(({ vpc, subnets, groups }) =>
    several(plan, 1, () => {
      const group = plan.expect('AWS::RDS::DBSubnetGroup', `subnets-${plan.next()}`)
      const at = plan.some(subnets)
      const description = {
        DBSubnetGroupName: group.id,
        VpcId: vpc.id,
        Subnets: at.map(({ id }) => ({ SubnetIdentifier: id })),
      }
      plan.list('rds', 'subnetGroups', description)
      plan.relate(group, 'contained in', vpc)
      plan.relate(group, 'associated with', ...at)
      return { group, vpc, at, groups, description }
    }),
  )
  for (const place of subnetGroups) {
    several(plan, 3, () => {
      const [engine, service] = plan.one(engines) ?? engines[0]
      const [guards, used] = [plan.some(place.groups), plan.one([undefined, ...keys])]
      const VpcSecurityGroups = guards.map(({ id }) => ({ VpcSecurityGroupId: id }))
      const common = { Engine: engine, VpcSecurityGroups, KmsKeyId: keyArn(used) }
      const cluster = plan.expect(`${service}::DBCluster`, `cluster-${plan.next()}`)
      plan.list('rds', 'clusters', { ...common, DBClusterIdentifier: cluster.id, DBSubnetGroup: place.group.id })
      plan.relate(cluster, 'associated with', place.group, ...guards)
      plan.relate(cluster, 'uses', used)
      several(plan, 3, () => {
        const instance = plan.expect(`${service}::DBInstance`, `instance-${plan.next()}`)
        const id = { DBInstanceIdentifier: instance.id, DBClusterIdentifier: cluster.id }
        plan.list('rds', 'instances', { ...common, ...id, DBSubnetGroup: place.description })
        plan.relate(instance, 'contained in', cluster, place.vpc)
        plan.relate(instance, 'attached to', ...place.at)
        plan.relate(instance, 'associated with', place.group, ...guards)
        plan.relate(instance, 'uses', used)
      })
    })
  }
}

export function planFileSystems(plan: Plan, networks: readonly Network[], keys: readonly ResourceReference[]): void {
  several(plan, 2, () => {
    const fileSystem = plan.expect('AWS::EFS::FileSystem', plan.id('fs'))
    const used = plan.one([undefined, ...keys])
    const targets = plan.some(networks.flatMap(({ vpc, subnets }) => subnets.map((subnet) => ({ vpc, subnet }))))
    plan.list('efs', 'fileSystems', {
      FileSystemId: fileSystem.id,
      NumberOfMountTargets: targets.length,
      KmsKeyId: keyArn(used),
    })
    plan.relate(fileSystem, 'uses', used)
    for (const { vpc, subnet } of targets) {
      const target = plan.expect('AWS::EFS::MountTarget', plan.id('fsmt'))
      const place = { FileSystemId: fileSystem.id, VpcId: vpc.id, SubnetId: subnet.id }
      plan.list('efs', 'mountTargets', { MountTargetId: target.id, ...place })
      plan.relate(target, 'contained in', fileSystem, vpc)
      plan.relate(target, 'attached to', subnet)
    }
    several(plan, 2, () => {
      const point = plan.expect('AWS::EFS::AccessPoint', plan.id('fsap'))
      plan.list('efs', 'accessPoints', { AccessPointId: point.id, FileSystemId: fileSystem.id })
      plan.relate(point, 'contained in', fileSystem)
    })
  })
}
