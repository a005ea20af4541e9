/** Tests `surveyor plan` with a real service: a known plan for a known account. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { latestVersion } from '../../contract/versions.ts'
import { generateApiKey } from '../../src/store/keys/api-key.ts'
import { startRunningService } from '../../test/support/running-service.ts'
import type { RunningTestService } from '../../test/support/running-service.ts'
import { ForgeServer } from './forge-server.ts'
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

function change(
  address: string,
  actions: readonly string[],
  before: Fields | null,
  after: Fields | null,
  more: Fields = {},
) {
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
      change(
        'aws_security_group.bastion',
        ['create'],
        null,
        { name: 'bastion', vpc_id: idOf('VPC', 'storefront'), ingress: [ssh], egress: [] },
        { after_unknown: { id: true } },
      ),
      change(
        'aws_instance.bastion',
        ['create'],
        null,
        {
          subnet_id: idOf('Subnet', 'storefront-public-a'),
          associate_public_ip_address: true,
          tags: { Name: 'bastion' },
          user_data: secret,
        },
        { after_unknown: { id: true, vpc_security_group_ids: true }, after_sensitive: { user_data: true } },
      ),
      change(
        'aws_security_group_rule.web',
        ['delete'],
        { ...balancer, ...webGroup, source_security_group_id: idOf('SecurityGroup', 'storefront-public-alb') },
        null,
      ),
      change('aws_nat_gateway.a', ['delete'], { id: idOf('NatGateway', 'storefront-nat-a') }, null),
      change('aws_sqs_queue.jobs', ['create'], null, { name: 'jobs' }, { after_unknown: { policy: true } }),
    ],
    prior_state: {
      values: {
        root_module: {
          resources: [
            {
              address: 'aws_vpc.main',
              mode: 'managed',
              type: 'aws_vpc',
              provider_name: 'registry.opentofu.org/hashicorp/aws',
              values: { id: idOf('VPC', 'storefront') },
            },
            {
              address: 'aws_security_group.old',
              mode: 'managed',
              type: 'aws_security_group',
              provider_name: 'registry.opentofu.org/hashicorp/aws',
              values: {
                id: 'sg-gone',
                arn: `arn:aws:ec2:${region}:${account}:security-group/sg-gone`,
                description: secret,
              },
              sensitive_values: { description: true },
            },
          ],
        },
      },
    },
    configuration: {
      root_module: {
        resources: [
          {
            address: 'aws_instance.bastion',
            expressions: {
              vpc_security_group_ids: { references: ['aws_security_group.bastion.id', 'aws_security_group.bastion'] },
              user_data: { constant_value: secret },
            },
          },
          {
            address: 'aws_sqs_queue.jobs',
            expressions: { policy: { references: ['data.aws_iam_policy_document.jobs.json'] } },
          },
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

const answer = [
  'Plan      Terraform plan: 3 to create, 2 to delete',
  'Exposure  Opens tcp 22 of bastion to the internet by public address, because of aws_security_group.bastion, aws_instance.bastion',
  "May open jobs to the internet by resource policy: aws_sqs_queue.jobs: policy isn't known until the plan is applied.",
  'Closes tcp 8080 of web-1, web-2, web-3, web-4, web-5, web-6 to the internet by load balancer, because of aws_security_group_rule.web',
  "Cut off   worker-1 can't reach the internet on tcp 443, because of aws_nat_gateway.a: The target of its route 0.0.0.0/0 to nat-",
  "storefront-public can't reach web-1 on tcp 8080, because of aws_security_group_rule.web: No ingress rule of sg-",
  'Breaks    Deleting aws_nat_gateway.a breaks storefront-app-a',
  'Deleting aws_nat_gateway.a degrades worker-1, web-1, api-1 and 15 more',
  "Missing   aws_security_group.old (sg-gone) isn't in the scan",
  'Unmanaged 7 resources of managed types: 7 AWS::EC2::SecurityGroup',
  "Unknown   aws_sqs_queue.jobs: policy isn't known until the plan is applied.",
]

test('a plan is commented, and its findings can be accepted', async () => {
  const forge = await ForgeServer.start()
  onTestFinished(() => forge.close())
  const baselineFile = join(folder, 'baseline.json')
  onTestFinished(() => rm(baselineFile))
  const words = ['plan', file, '-s', scanId, '--fail-on', 'breaks,exposure-opened', '--baseline-file', baselineFile]
  const environment = {
    SURVEYOR_URL: running.service.baseUrl,
    SURVEYOR_API_KEY: running.key,
    SURVEYOR_COMMENT_TOKEN: 'forge-token',
  }
  expect(await runCli([...words, '--accept'], { environment })).toMatchObject({ exitCode: 0 })
  for (const [conditions, exitCode] of [
    ['breaks,exposure-opened', 0],
    ['breaks,exposure-opened,cut-off', 1],
  ] as const) {
    const gate = [...words.slice(0, 4), '--fail-on', conditions, '--baseline-file', baselineFile]
    const result = await runCli([...gate, '--comment', forge.pullRequestUrl], { environment })
    expect(result).toMatchObject({ exitCode, errorOutput: expect.stringMatching(/Comment: .*#issuecomment-1001\n$/) })
  }
  expect(forge.comments).toMatchObject([{ body: expect.stringContaining('## Surveyor: plan\n\n**Gate: failed**') }])
})

test('a known plan has the known answer', async () => {
  const { exitCode, output, errorOutput } = await surveyor('plan', file, '-a', alias, '-r', region)
  expect([exitCode, errorOutput]).toEqual([0, ''])
  for (const line of answer) expect(output).toContain(line)
  expect(output).toMatch(/Changes +6 planned after the scan of /)
  expect(output).toContain('− NAT gateway storefront-nat-a will be deleted')
  expect(output).toContain('~ storefront-web: Ingress − tcp 8080 from sg-')
  expect(await surveyor('plan', file, '--scan', scanId)).toEqual({ exitCode, output, errorOutput })
})

test.each([
  ['exposure-opened', 1],
  ['exposure-opened:AWS::EC2::Instance', 1],
  ['exposure-opened:AWS::RDS::*', 0],
  ['exposure-unknown', 1],
  ['removed:AWS::EC2::NatGateway', 1],
  ['removed:AWS::RDS::*', 0],
  ['added:AWS::SQS::Queue', 1],
  ['cut-off', 1],
  ['breaks:AWS::EC2::RouteTable', 1],
  ['breaks:AWS::RDS::*', 0],
  ['missing', 1],
  ['missing:AWS::EC2::VPC', 0],
  ['unmanaged:AWS::EC2::SecurityGroup', 1],
  ['unmanaged:AWS::EC2::VPC', 0],
  ['unjudged', 1],
])('--fail-on %s ends with exit code %i', async (condition, exitCode) => {
  const result = await surveyor('plan', file, '--scan', scanId, '--fail-on', condition)
  expect(result).toMatchObject({ exitCode, errorOutput: '' })
  expect(result.output).toContain(`${exitCode === 1 ? 'failed' : 'passed'}  ${condition}`)
})

test('a plan without changes says nothing, from standard input', async () => {
  const empty = JSON.stringify({ format_version: '1.2', planned_values: {} })
  const { exitCode, output } = await withKey(
    running.key,
    ['plan', '-', '--scan', scanId, '--fail-on', 'cut-off,unjudged'],
    empty,
  )
  expect(exitCode).toBe(0)
  expect(output).toContain('Changes   none planned after the scan of')
  expect(output).toContain('Plan      Terraform plan: no changes\n')
  expect(output).not.toMatch(/Exposure|Cut off|Breaks|Missing|Unmanaged|Unknown/)
})

test('a change set of CloudFormation', async () => {
  const context = {
    Properties: {
      GroupId: idOf('SecurityGroup', 'storefront-web'),
      IpProtocol: 'tcp',
      FromPort: 8080,
      ToPort: 8080,
      CidrIp: '0.0.0.0/0',
    },
  }
  const set = {
    ChangeSetId: 'changeSet/1',
    StackId: `arn:aws:cloudformation:${region}:${account}:stack/shop/1`,
    Status: 'CREATE_COMPLETE',
    Parameters: [{ ParameterKey: 'Password', ParameterValue: secret }],
    Changes: [
      {
        Type: 'Resource',
        ResourceChange: {
          Action: 'Add',
          LogicalResourceId: 'WebRule',
          ResourceType: 'AWS::EC2::SecurityGroupIngress',
          AfterContext: JSON.stringify(context),
        },
      },
    ],
  }
  const path = await written('change-set.json', JSON.stringify(set))
  const { exitCode, output } = await surveyor('plan', path, '--scan', scanId)
  expect(exitCode).toBe(0)
  expect(output).toContain('Plan      CloudFormation change set: 1 to create\n')
  expect(output).toContain('~ storefront-web: Ingress + tcp 8080 from 0.0.0.0/0')
})

test('every format has the answer, and reports are written', async () => {
  const formats = ['json', 'markdown', 'junit', 'sarif']
  const reports = formats.flatMap((format) => ['--report', `${format}=${join(folder, `report.${format}`)}`])
  await surveyor('plan', file, '--scan', scanId, '--fail-on', 'cut-off', ...reports)
  const [json = '', markdown = '', junit = '', sarif = ''] = await Promise.all(
    formats.map((format) => readFile(join(folder, `report.${format}`), 'utf8')),
  )
  const { scans } = JSON.parse(json) as { scans: { plan: { touched: { address: string; map: string | null }[] } }[] }
  const touched = scans[0]?.plan.touched ?? []
  expect(touched.map(({ address }) => address)).toEqual([
    'aws_security_group.bastion',
    'aws_instance.bastion',
    'aws_security_group_rule.web',
    'aws_nat_gateway.a',
    'aws_sqs_queue.jobs',
  ])
  const nat = idOf('NatGateway', 'storefront-nat-a')
  expect(touched.find(({ address }) => address === 'aws_nat_gateway.a')?.map).toMatch(
    new RegExp(`^/scans/${scanId}/map/[0-9a-f-]+\\?resource=AWS%3A%3AEC2%3A%3ANatGateway~${nat}$`),
  )
  expect(markdown).toContain('**Exposure**\n\n- Opens tcp 22 of bastion to the internet by public address')
  expect(markdown).toContain('| ❌&nbsp;failed | cut-off | ')
  expect(junit).toContain('failures="1"')
  const { runs } = JSON.parse(sarif) as { runs: { results: { ruleId: string }[] }[] }
  expect(new Set(runs[0]?.results.map(({ ruleId }) => ruleId))).toEqual(
    new Set(['gate', 'exposure', 'network', 'workload', 'data', 'cut-off', 'breaks']),
  )
})

test('secrets leave neither the machine nor the service', async () => {
  const words = ['plan', file, '--scan', scanId, '--format', 'json', '--fail-on', 'unjudged,added']
  expect((await surveyor(...words)).output).not.toContain(secret)
  const send = (body: unknown) =>
    fetch(`${running.service.baseUrl}/api/scans/${scanId}/plan`, {
      method: 'POST',
      headers: { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const whole = await send(knownPlan())
  expect(whole.status).toBe(200)
  expect(await whole.text()).not.toContain(secret)
  const wrong = await send({ ...knownPlan(), format_version: '2.0' })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).not.toContain(secret)
  expect(running.log.filter((line) => line.includes(secret))).toEqual([])
})

test.each<[name: string, content: () => string, message: RegExp]>([
  ['a plan that is cut off', () => JSON.stringify(knownPlan()).slice(0, -20), /isn't JSON\. It may be cut off\.$/],
  [
    'a binary plan',
    () => 'PK\u0003\u0004',
    /is a saved plan of Terraform, not JSON\. Use "terraform show -json .*wrong\.json"\.$/,
  ],
  ['a list', () => '[]', /is JSON, but not a plan\.$/],
  [
    'an old version',
    () => JSON.stringify({ ...knownPlan(), format_version: '0.2' }),
    /^The plan has format version 0\.2/,
  ],
  [
    'a state file',
    () => JSON.stringify({ version: 4, serial: 1, lineage: 'a', password: secret }),
    /^This is a state file/,
  ],
  ['a template', () => JSON.stringify({ Resources: { Password: secret } }), /^This is a CloudFormation template/],
  [
    'a plan of another account',
    () => JSON.stringify(knownPlan()).replaceAll(`:${account}:`, ':999999999999:'),
    /^The plan is for AWS account 999999999999, but the scan is of 444455556666\.$/,
  ],
  [
    'a plan of another region',
    () => JSON.stringify(knownPlan()).replaceAll(`:${region}:`, ':eu-west-1:'),
    /^The plan is for eu-west-1, but the scan is of us-east-1\.$/,
  ],
  [
    'a plan that is too large',
    () =>
      JSON.stringify({
        format_version: '1.2',
        resource_changes: [change('aws_vpc.a', ['create'], null, { a: 'x'.repeat(17_000_000) })],
      }),
    /^The plan is too large: .* more than 16 MiB\.$/,
  ],
])('%s is an error with its reason, and writes nothing', async (_name, content, message) => {
  const path = await written('wrong.json', content())
  const report = join(folder, 'none.json')
  const result = await surveyor('plan', path, '--scan', scanId, '--report', `json=${report}`)
  expect(result).toMatchObject({ exitCode: 2, output: '' })
  expect(/^surveyor: ([^\n]+)\n$/.exec(result.errorOutput)?.[1]).toMatch(message)
  expect(result.errorOutput).not.toContain(secret)
  await expect(readdir(folder)).resolves.not.toContain('none.json')
})

test.each<[name: string, words: () => readonly string[], message: RegExp]>([
  [
    'a file that does not exist',
    () => ['plan', join(folder, 'nothing.json'), '--scan', scanId],
    /^The plan couldn't be read: ENOENT/,
  ],
  ['no file', () => ['plan'], /^Missing required argument 'FILE'\.$/],
  ['no scan', () => ['plan', file], /^Name a scan ID, or --account/],
  ['a scan that does not exist', () => ['plan', file, '--scan', running.connectionId], /^There is no scan /],
  ['the plan and the key from standard input', () => ['plan', '-', '--key-file', '-', '--scan', scanId], /not both/],
  [
    'a condition that does not exist',
    () => ['plan', file, '--scan', scanId, '--fail-on', 'opened'],
    /isn't a condition/,
  ],
  [
    'a condition of plans for a comparison',
    () => ['compare', scanId, '--fail-on', 'cut-off'],
    /^"cut-off" is a condition of "surveyor plan" only\.$/,
  ],
])('%s', async (_name, words, message) => {
  const result = await surveyor(...words())
  expect(result).toMatchObject({ exitCode: 2, output: '' })
  expect(/^surveyor: ([^\n]+)\n$/.exec(result.errorOutput)?.[1]).toMatch(message)
})

test('a key that may only write, and one that is not valid', async () => {
  const { key, hash } = generateApiKey()
  await running.service.store.tenant(running.organizationId, ({ apiKeys }) =>
    apiKeys.insert({ name: 'writer', scopes: ['write'], version: latestVersion, expiresAt: null, hash }),
  )
  const words = ['plan', file, '--scan', scanId]
  expect(await withKey(key, words)).toMatchObject({ exitCode: 4, errorOutput: expect.stringContaining('"read"') })
  expect(await withKey('svy_live_none', words)).toMatchObject({ exitCode: 4, output: '' })
})
