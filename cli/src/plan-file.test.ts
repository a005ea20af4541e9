/** Tests what of a plan is sent to the service: never variables, constants, or sensitive values. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '../test/run-cli.ts'
import { comparison, sampleScan } from '../test/sample-report.ts'
import { data, failure, startScriptedServer } from '../test/scripted-server.ts'
import type { Reply } from '../test/scripted-server.ts'

const secret = 'tr0ub4dor'

const emptyAnswer = {
  format: 'Terraform plan',
  touched: [],
  comparison: comparison(),
  exposures: [],
  cutOff: [],
  breaks: [],
  unmanaged: null,
  missing: [],
  unknown: [],
}
const account = { id: sampleScan.cloudAccountId, alias: 'shop', cloudAccountId: '444455556666' }
const answers: readonly Reply[] = [data(sampleScan), data(emptyAnswer), data(account), data({ coverage: [] })]

/** The body of the request that `surveyor plan` sends. */
async function sent(plan: unknown, replies: readonly Reply[] = answers, encoding: 'utf8' | 'utf16le' = 'utf8') {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-plan-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'plan.json')
  await writeFile(file, `\uFEFF${JSON.stringify(plan)}`, encoding)
  const { url, requests } = await startScriptedServer(replies)
  const environment = { SURVEYOR_URL: url, SURVEYOR_API_KEY: 'svy_live_key' }
  const result = await runCli(['plan', file, '--scan', sampleScan.id, '--retry-for', '5', '--quiet'], { environment })
  const bodies = requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(bodies.join()).not.toContain(secret)
  return { result, bodies, body: JSON.parse(bodies.at(-1) ?? 'null') as unknown }
}

const change = (more: object) => ({ address: 'aws_a.b', mode: 'managed', type: 'aws_a', provider_name: 'aws', ...more })

test('of a Terraform plan, what is not sensitive', async () => {
  const values = { name: 'b', password: secret, nested: [{ token: secret, port: 1 }] }
  const marks = { password: true, nested: [{ token: true }] }
  const safe = { name: 'b', password: null, nested: [{ token: null, port: 1 }] }
  const { body, result } = await sent({
    format_version: '1.2',
    terraform_version: '1.13.3',
    variables: { password: { value: secret } },
    output_changes: { password: { after: secret } },
    planned_values: { outputs: { password: { value: secret } } },
    resource_changes: [
      change({
        action_reason: secret,
        change: {
          actions: ['update'],
          before: values,
          after: values,
          after_unknown: { id: true },
          before_sensitive: marks,
          after_sensitive: marks,
          generated_config: secret,
        },
      }),
    ],
    resource_drift: [change({ change: { actions: ['delete'], before: secret, before_sensitive: true } })],
    prior_state: {
      values: {
        outputs: { password: { value: secret } },
        root_module: {
          child_modules: [{ resources: [change({ values, sensitive_values: marks, depends_on: [secret] })] }],
        },
      },
    },
    configuration: {
      provider_config: {
        aws: { expressions: { region: { constant_value: 'eu-west-1' }, secret_key: { constant_value: secret } } },
      },
      root_module: {
        variables: { password: { default: secret } },
        outputs: { password: { expression: { constant_value: secret } } },
        resources: [
          {
            address: 'aws_a.b',
            provider_config_key: 'aws',
            expressions: { password: { constant_value: secret }, block: [{ id: { references: ['aws_c.d.id'] } }] },
          },
        ],
        module_calls: {
          app: { expressions: { id: { references: ['aws_c.d'] } }, module: { resources: [] }, source: secret },
        },
      },
    },
  })
  expect(result.exitCode).toBe(0)
  expect(body).toEqual({
    format_version: '1.2',
    planned_values: null,
    resource_changes: [
      change({
        change: {
          actions: ['update'],
          before: safe,
          after: safe,
          after_unknown: { id: true },
          before_sensitive: marks,
          after_sensitive: marks,
        },
      }),
    ],
    resource_drift: [change({ change: { actions: ['delete'], before: null, before_sensitive: true } })],
    prior_state: {
      values: {
        root_module: { child_modules: [{ resources: [change({ values: safe, sensitive_values: marks })] }] },
      },
    },
    configuration: {
      provider_config: { aws: { expressions: { region: { constant_value: 'eu-west-1' }, secret_key: null } } },
      root_module: {
        outputs: { password: { expression: { constant_value: null } } },
        resources: [
          {
            address: 'aws_a.b',
            provider_config_key: 'aws',
            expressions: { password: { constant_value: null }, block: [{ id: { references: ['aws_c.d.id'] } }] },
          },
        ],
        module_calls: {
          app: {
            expressions: { id: { references: ['aws_c.d'] } },
            module: { outputs: {}, resources: [], module_calls: {} },
          },
        },
      },
    },
  })
})

test('of a change set, the changes', async () => {
  const detail = { ChangeSource: 'ResourceReference', CausingEntity: 'B.Arn' }
  const target = { Name: 'Role', Path: '/Properties/Role' }
  const own = { LogicalResourceId: 'A', Action: 'Modify', Replacement: 'False', PolicyAction: 'Retain' }
  const changes = [{ Type: 'Resource', ResourceChange: { ...own, Details: [{ ...detail, Target: target }] } }]
  const given = [
    {
      Type: 'Resource',
      ResourceChange: {
        ...own,
        Scope: [secret],
        Details: [{ ...detail, Target: { ...target, BeforeValue: secret, AfterValue: secret } }],
      },
    },
  ]
  const head = {
    ChangeSetId: 'a',
    ChangeSetName: 'b',
    StackId: 'c',
    Status: 'CREATE_COMPLETE',
    StatusReason: null,
    ExecutionStatus: 'AVAILABLE',
  }
  const { body } = await sent({
    ...head,
    Parameters: [{ ParameterValue: secret }],
    Description: secret,
    Changes: given,
  })
  expect(body).toEqual({ ...head, Changes: changes })
  const { body: named } = await sent({ ChangeSetName: 'a', NextToken: 'b', Changes: [] })
  expect(named).toEqual({ ChangeSetName: 'a', NextToken: 'b', Changes: [] })
})

test('of any other document, the names of its parts', async () => {
  const { body } = await sent({ version: 4, lineage: secret, resources: [{ password: secret }] })
  expect(body).toEqual({ version: null, lineage: null, resources: null })
})

test('of a sensitive value, whether it stays', async () => {
  const marks = { same: true, other: true, list: [true, true], added: true }
  const { body } = await sent({
    format_version: '1.2',
    resource_changes: [
      change({
        deposed: 'ab12cd34',
        change: {
          actions: ['update'],
          before: { same: secret, other: secret, list: [secret, secret] },
          after: { same: secret, other: `${secret}2`, list: [secret, `${secret}2`, 'shown'], added: secret },
          after_sensitive: marks,
          before_sensitive: marks,
        },
      }),
    ],
    complete: false,
    action_invocations: [{ address: secret }],
    deferred_changes: [{ reason: secret }],
  })
  expect(body).toMatchObject({
    complete: false,
    action_invocations: [{}],
    deferred_changes: [{}],
    resource_changes: [
      {
        deposed: 'ab12cd34',
        change: {
          before: { same: null, other: null, list: [null, null] },
          after: { same: null, other: false, list: [null, false, 'shown'], added: false },
        },
      },
    ],
  })
})

/** The output for a file with some content, which isn't sent. */
async function refused(content: string | Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-plan-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'plan.json')
  await writeFile(file, content)
  const environment = { SURVEYOR_URL: 'http://127.0.0.1:9', SURVEYOR_API_KEY: 'svy_live_key' }
  const { exitCode, errorOutput } = await runCli(['plan', file, '--scan', sampleScan.id, '--quiet'], { environment })
  expect(exitCode).toBe(2)
  return errorOutput.replaceAll(folder, '')
}

test('files that are no plans are explained without asking the service', async () => {
  const levels = 50_000
  expect(await refused(Buffer.from('504b0304140008', 'hex'))).toContain(
    '/plan.json is a saved plan of Terraform, not JSON. Use "terraform show -json /plan.json".',
  )
  expect(await refused(`{"format_version":"1.2","a":${'['.repeat(levels)}${']'.repeat(levels)}}`)).toContain(
    'The plan has too many levels of values within values.',
  )
  expect(await refused('{"format_version":"1.2","resource_changes":[{"addr')).toContain(
    "isn't JSON. It may be cut off.",
  )
  expect(await refused('')).toContain(`/plan.json isn't JSON. Use "terraform show -json PLAN".`)
  expect(await refused('Terraform will perform the following actions')).toContain('Use "terraform show -json PLAN".')
})

test('a file that would not fit into memory is refused before it is read whole', async () => {
  expect(await refused(Buffer.alloc(128 * 1024 * 1024 + 1, ' '))).toContain(
    '/plan.json is too large: a plan has at most 128 MiB.',
  )
})

test('what the service ignores may be large, and what it needs has a limit', async () => {
  const large = 'x'.repeat(17 * 1024 * 1024)
  const change = { address: 'a.b', type: 'a', change: { actions: ['update'], before: {}, after: { name: large } } }
  const { body } = await sent({ format_version: '1.2', resource_changes: [], planned_values: { large } })
  expect(body).toEqual({ format_version: '1.2', resource_changes: [], planned_values: null })
  expect(await refused(JSON.stringify({ format_version: '1.2', resource_changes: [change] }))).toContain(
    'The plan is too large: without what the service ignores, it has more than 16 MiB.',
  )
})

test('files of Windows PowerShell are in UTF-16', async () => {
  const { body } = await sent({ format_version: '1.2', resource_changes: [] }, answers, 'utf16le')
  expect(body).toEqual({ format_version: '1.2', resource_changes: [] })
})

test('a plan is sent again if the service fails, because nothing is stored', async () => {
  const [scan, plan, ...rest] = answers
  const { result, bodies } = await sent({ format_version: '1.2', planned_values: {} }, [
    scan ?? data({}),
    failure(500, 'INTERNAL_ERROR'),
    plan ?? data({}),
    ...rest,
  ])
  expect([result.exitCode, bodies.length]).toEqual([0, 2])
})
