/** Tests `surveyor plan` with a real service: a known plan for a known account. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latestVersion } from '../../contract/versions.ts'
import { generateApiKey } from '../../src/store/keys/api-key.ts'
import { startRunningService } from '../../test/support/running-service.ts'
import type { RunningTestService } from '../../test/support/running-service.ts'
import { runCli } from './run-cli.ts'

const alias = 'storefront-production'
const region = 'us-east-1'
const account = '444455556666'
const secret = 'correct-horse-battery-staple'

let running: RunningTestService
let folder: string
let scanId: string
let file: string
/** IDs of resources by name. */
let ids: ReadonlyMap<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-plan-'))
  running = await startRunningService()
  scanId = (await running.scan(region)).id
  const resources = await running.resources(scanId)
  ids = new Map(resources.map(({ type, name, id }) => [`${type} ${name}`, id]))
  file = await written('plan.json', JSON.stringify(knownPlan()))
})

afterAll(async () => {
  await running.close()
  await rm(folder, { recursive: true })
})

async function written(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

function idOf(type: string, name: string): string {
  const id = ids.get(`AWS::EC2::${type} ${name}`)
  if (id === undefined) throw new Error(`The world has no ${type} ${name}`)
  return id
}

type Fields = Readonly<Record<string, unknown>>

function change(address: string, actions: readonly string[], before: Fields | null, after: Fields | null, more: Fields = {}) {
  const [type] = address.split('.')
  const provider = { provider_name: 'registry.terraform.io/hashicorp/aws' }
  return { address, mode: 'managed', type, ...provider, change: { actions, before, after, ...more } }
}

/**
 * Adds a bastion that the internet reaches on port 22, deletes the rule from the load balancer to the web servers, and a
 * NAT gateway.
 */
function knownPlan(): Fields {
  const ssh = { protocol: 'tcp', from_port: 22, to_port: 22, cidr_blocks: ['0.0.0.0/0'] }
  const balancer = { protocol: 'tcp', from_port: 8080, to_port: 8080, type: 'ingress' }
  const webGroup = { security_group_id: idOf('SecurityGroup', 'storefront-web') }
  return {
    format_version: '1.2',
    variables: { password: { value: secret } },
    planned_values: { root_module: { resources: [{ values: { password: secret } }] } },
    resource_changes: [
      change('aws_security_group.bastion', ['create'], null, { name: 'bastion', vpc_id: idOf('VPC', 'storefront'), ingress: [ssh], egress: [] }, { after_unknown: { id: true } }),
      change('aws_instance.bastion', ['create'], null, { subnet_id: idOf('Subnet', 'storefront-public-a'), associate_public_ip_address: true, tags: { Name: 'bastion' }, user_data: secret }, { after_unknown: { id: true, vpc_security_group_ids: true }, after_sensitive: { user_data: true } }),
      change('aws_security_group_rule.web', ['delete'], { ...balancer, ...webGroup, source_security_group_id: idOf('SecurityGroup', 'storefront-public-alb') }, null),
      change('aws_nat_gateway.a', ['delete'], { id: idOf('NatGateway', 'storefront-nat-a') }, null),
      change('aws_sqs_queue.jobs', ['create'], null, { name: 'jobs' }, { after_unknown: { policy: true } }),
    ],
    prior_state: {
      values: {
        root_module: {
          resources: [
            { address: 'aws_vpc.main', mode: 'managed', type: 'aws_vpc', provider_name: 'registry.opentofu.org/hashicorp/aws', values: { id: idOf('VPC', 'storefront') } },
            { address: 'aws_security_group.old', mode: 'managed', type: 'aws_security_group', provider_name: 'registry.opentofu.org/hashicorp/aws', values: { id: 'sg-gone', arn: `arn:aws:ec2:${region}:${account}:security-group/sg-gone`, description: secret }, sensitive_values: { description: true } },
          ],
        },
      },
    },
    configuration: {
      root_module: {
        resources: [
          { address: 'aws_instance.bastion', expressions: { vpc_security_group_ids: { references: ['aws_security_group.bastion.id', 'aws_security_group.bastion'] }, user_data: { constant_value: secret } } },
          { address: 'aws_sqs_queue.jobs', expressions: { policy: { references: ['data.aws_iam_policy_document.jobs.json'] } } },
        ],
      },
    },
  }
}

function surveyor(...words: readonly string[]) {
  return withKey(running.key, words)
}

function withKey(key: string, words: readonly string[], standardInput = '') {
  const environment = { SURVEYOR_URL: running.service.baseUrl, SURVEYOR_API_KEY: key }
  return runCli([...words, '--retry-for', '0', '--quiet'], { environment, standardInput })
}

test('a known plan has the known answer', async () => {
  const { exitCode, output, errorOutput } = await surveyor('plan', file, '-a', alias, '-r', region)
  expect([exitCode, errorOutput]).toEqual([0, ''])
  expect(output).toBe('')
})
