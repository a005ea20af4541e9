/** More snapshots and AMIs than a scan asks about: who else may use the others is unknown. Public ones of EC2 are listed apart, those of RDS aren't. */
import { expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { mostShares } from '../../src/collect/properties/shared-with.ts'
import { indexGraph } from '../../src/graph/graph-index.ts'
import { exposures, internetVerdicts } from '../../src/meaning/exposure/exposures.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { world } from '../../src/simulated/worlds/exposure-traps.ts'

const accountId = '444455556666'
const partner = '111122223333'
const others = 3

const ids = (prefix: string) =>
  Array.from({ length: mostShares + others }, (_, position) => `${prefix}-${String(position).padStart(4, '0')}`)

test('the accounts of the first copies are read, those of the others are unknown', async () => {
  const [snapshots, images] = [ids('snap'), ids('ami')]
  const [publicId = '', sharedSnapshot = ''] = snapshots
  const [sharedImage = ''] = images
  const ec2 = {
    snapshots: snapshots.map((SnapshotId) => ({ SnapshotId, OwnerId: accountId })),
    publicSnapshots: [publicId],
    snapshotPermissions: { [sharedSnapshot]: [{ UserId: partner }] },
    images: [
      // Their accounts aren't read: it is public, and belongs to a partner.
      { ImageId: 'ami-public', OwnerId: accountId, Public: true },
      { ImageId: 'ami-of-partner', OwnerId: partner, Public: false },
      ...images.map((ImageId) => ({ ImageId, OwnerId: accountId, Public: false })),
      { ImageId: 'ami-of-amazon', OwnerId: '137112412989', Public: true },
    ],
    launchPermissions: {
      [sharedImage]: [{ OrganizationArn: 'arn:aws:organizations::999988887777:organization/o-1' }],
    },
    reservations: [...images, 'ami-of-amazon', 'ami-of-partner'].map((ImageId) => ({
      ReservationId: `r-${ImageId}`,
      Instances: [{ InstanceId: `i-${ImageId}`, ImageId, State: { Name: 'running' as const } }],
    })),
  }
  const accounts = world.accounts.map((account) => ({ ...account, regions: { 'us-east-1': { ec2 } } }))
  const cloud = await startSimulatedCloud({ world: { accounts } })
  try {
    const graph = await scanSimulatedRegion(cloud)
    const calls = (operation: string) => cloud.calls.filter((call) => call.operation === operation).length
    expect([calls('DescribeSnapshotAttribute'), calls('DescribeImageAttribute')]).toEqual([mostShares, mostShares])
    const index = indexGraph(graph)
    const told = exposures(index)
      .filter(({ kind }) => kind === 'copy')
      .map(({ resource: { id }, from, accounts: named, verdict, condition }) => [id, from, named, verdict, condition])
    expect(told).toEqual([
      [null, 'other accounts', undefined, 'unknown', null],
      [sharedImage, 'other accounts', undefined, 'conditional', 'only accounts of o-1'],
      ['ami-public', 'internet', undefined, 'open', null],
      [null, 'other accounts', undefined, 'unknown', null],
      [publicId, 'internet', undefined, 'open', null],
      [sharedSnapshot, 'other accounts', [partner], 'open', null],
    ])
    const actions = exposures(index).flatMap(({ resource: { id }, kind, unknownBecause }) =>
      kind === 'copy' && id === null ? unknownBecause.map(({ action }) => action) : [],
    )
    expect(actions).toEqual(['ec2:DescribeImageAttribute', 'ec2:DescribeSnapshotAttribute'])
    const verdictOf = internetVerdicts(index)
    expect(index.ofType('AWS::EC2::Snapshot').filter((each) => verdictOf(each) === 'closed')).toHaveLength(
      snapshots.length - 1,
    )
    const partial = (type: string) => index.ofType(type).filter((each) => each.partial === true).length
    expect([partial('AWS::EC2::Snapshot'), partial('AWS::EC2::Image')]).toEqual([others - 1, others])
    const notes = graph.coverage.flatMap(({ reason }) => (reason?.includes('one snapshot per call') ? reason : []))
    expect(notes).toEqual([
      `${others - 1} were not described in full. AWS returns the accounts of one snapshot per call, and a scan reads those of the first ${mostShares}.`,
    ])
  } finally {
    await cloud.close()
  }
})

const snapshot = (DBSnapshotIdentifier: string, Encrypted: boolean, accounts: readonly string[] = []) => ({
  DBSnapshotAttributes: [{ AttributeName: 'restore', AttributeValues: [...accounts] }],
  DBSnapshotIdentifier,
  DBSnapshotArn: `arn:aws:rds:us-east-1:${accountId}:snapshot:${DBSnapshotIdentifier}`,
  DBInstanceIdentifier: 'deleted',
  SnapshotType: 'manual',
  Encrypted,
})

test('of snapshots of RDS, unencrypted ones are read first, and the others may be public', async () => {
  const unencrypted = ids('plain')
  const sharedEncrypted = 'encrypted-shared'
  const [publicId = ''] = unencrypted
  const lastUnread = unencrypted.slice(mostShares)
  const rds = {
    snapshots: [
      snapshot(sharedEncrypted, true, [partner]),
      ...unencrypted.map((id) => snapshot(id, false, id === publicId ? ['all'] : [])),
      { ...snapshot('automated', false), SnapshotType: 'automated' },
    ],
    clusterSnapshots: ['manual', 'automated'].map((SnapshotType) => ({
      DBClusterSnapshotIdentifier: `cluster-${SnapshotType}`,
      SnapshotType,
      Engine: 'aurora-mysql',
    })),
  }
  const accounts = world.accounts.map((account) => ({ ...account, regions: { 'us-east-1': { rds } } }))
  const cloud = await startSimulatedCloud({ world: { accounts } })
  try {
    const graph = await scanSimulatedRegion(cloud)
    expect(cloud.calls.filter(({ operation }) => operation === 'DescribeDBSnapshotAttributes')).toHaveLength(mostShares)
    const index = indexGraph(graph)
    expect(index.ofType('AWS::RDS::DBSnapshot')).toHaveLength(unencrypted.length + 1)
    expect(index.ofType('AWS::RDS::DBClusterSnapshot').map(({ id }) => id)).toEqual(['cluster-manual'])
    const told = exposures(index)
      .filter(({ resource: { type } }) => type === 'AWS::RDS::DBSnapshot')
      .map(({ resource: { id }, from, verdict }) => [id, from, verdict])
    expect(told).toEqual([
      [null, 'other accounts', 'unknown'],
      [publicId, 'internet', 'open'],
      ...lastUnread.map((id) => [id, 'internet', 'unknown']),
    ])
  } finally {
    await cloud.close()
  }
})

test('Block Public Access for snapshots makes public ones private, unless it only blocks new sharing', async () => {
  const ec2 = {
    snapshots: ['snap-1', 'snap-2', 'snap-3'].map((SnapshotId) => ({ SnapshotId, OwnerId: accountId })),
    publicSnapshots: ['snap-1', 'snap-2'],
  }
  const told = async (data: object, denied: readonly string[] = []) => {
    const denials = [{ actions: denied, by: 'identity-based policy' as const, explicit: false }]
    const accounts = world.accounts.map((account) => ({
      ...account,
      denials,
      regions: { 'us-east-1': { ec2: { ...ec2, ...data } } },
    }))
    const cloud = await startSimulatedCloud({ world: { accounts } })
    try {
      const graph = await scanSimulatedRegion(cloud)
      const calls = cloud.calls.filter(({ operation }) => operation === 'GetSnapshotBlockPublicAccessState')
      expect(calls).toHaveLength(1)
      return exposures(indexGraph(graph))
        .filter(({ kind, resource: { type } }) => kind === 'copy' && type === 'AWS::EC2::Snapshot')
        .map(({ resource: { id }, verdict }) => `${id} ${verdict}`)
    } finally {
      await cloud.close()
    }
  }
  expect(await told({})).toEqual(['snap-1 open', 'snap-2 open'])
  expect(await told({ snapshotBlockPublicAccess: 'block-new-sharing' })).toEqual(['snap-1 open', 'snap-2 open'])
  // The accounts of public snapshots aren't read.
  expect(await told({ snapshotBlockPublicAccess: 'block-all-sharing' })).toEqual(['null unknown'])
  const denied = ['ec2:GetSnapshotBlockPublicAccessState']
  const unknown = ['snap-1 unknown', 'snap-2 unknown']
  expect(await told({}, denied)).toEqual(unknown)
  expect(await told({ snapshots: ec2.snapshots.slice(0, 2) }, denied)).toEqual(unknown)
})
