/** Tests that a denial of all but AWS services closes what only accepts signed requests, and leaves the rest open. */
import { expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { indexGraph } from '../../src/graph/graph-index.ts'
import { exposures } from '../../src/meaning/exposure/exposures.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import type { RegionData } from '../../src/simulated/world.ts'
import { world as empty } from '../../src/simulated/worlds/empty.ts'

const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:444455556666:${resource}`

function policy(...denied: readonly object[]): string {
  const everybody = { Principal: '*', Action: '*', Resource: '*' }
  return JSON.stringify({
    Statement: [
      { ...everybody, Effect: 'Allow' },
      ...denied.map((condition) => ({ ...everybody, Effect: 'Deny', Condition: condition })),
    ],
  })
}

function dataWith(text: string): RegionData {
  return {
    kms: {
      keys: [{ KeyId: 'k-1', Arn: arn('kms', 'key/k-1'), KeyManager: 'CUSTOMER', KeyState: 'Enabled', Policy: text }],
    },
    secretsManager: { secrets: [{ ARN: arn('secretsmanager', 'secret:s-1'), Name: 's-1', ResourcePolicy: text }] },
    ecr: {
      repositories: [
        {
          repositoryName: 'r-1',
          repositoryArn: arn('ecr', 'repository/r-1'),
          registryId: '444455556666',
          policyText: text,
        },
      ],
    },
    eventBridge: { eventBuses: [{ Name: 'b-1', Arn: arn('events', 'event-bus/b-1'), Policy: text }] },
    backup: { vaults: [{ BackupVaultName: 'v-1', BackupVaultArn: arn('backup', 'backup-vault:v-1'), Policy: text }] },
    sqs: {
      queues: [
        {
          url: 'https://sqs.us-east-1.amazonaws.com/444455556666/q-1',
          attributes: { QueueArn: arn('sqs', 'q-1'), Policy: text },
        },
      ],
    },
  }
}

async function openTypes(text: string): Promise<readonly string[]> {
  const [account] = empty.accounts
  if (account === undefined) throw new Error('The empty world has an account')
  const world = { accounts: [{ ...account, regions: { 'us-east-1': dataWith(text) } }] }
  const cloud = await startSimulatedCloud({ world })
  try {
    const found = exposures(indexGraph(await scanSimulatedRegion(cloud)))
    return found.filter(({ verdict }) => verdict === 'open').map(({ resource }) => resource.type)
  } finally {
    await cloud.close()
  }
}

const signedOnly = [
  'AWS::Backup::BackupVault',
  'AWS::ECR::Repository',
  'AWS::Events::EventBus',
  'AWS::KMS::Key',
  'AWS::SecretsManager::Secret',
]

test('without the denial, all are open', async () => {
  expect((await openTypes(policy())).toSorted()).toEqual([...signedOnly, 'AWS::SQS::Queue'].toSorted())
})

test('with it, only the queue is, which anonymous callers can use', async () => {
  expect(await openTypes(policy({ Bool: { 'aws:PrincipalIsAWSService': 'false' } }))).toEqual(['AWS::SQS::Queue'])
})
