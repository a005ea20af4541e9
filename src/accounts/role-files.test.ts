import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { cliCommands, quickCreateLink, terraformFile } from './role-files.ts'
import { readPolicies, trustPolicy } from './role-template.ts'

const description = {
  role: { partition: 'aws', accountNumber: '123456789012', path: "/it's/${x}/", name: 'Scan' },
  principalArn: 'arn:aws:iam::111122223333:role/surveyor',
  externalId: 'svy-1',
  permissions: Array.from({ length: 300 }, (_, index) => `service${index}:DescribeSomethingOrOther${index}`),
}

test('the Terraform file has the trust policy and all read policies, with template markers escaped', () => {
  const file = terraformFile(description)
  expect(file).toContain('path                 = "/it\'s/$${x}/"')
  const documents = [...file.matchAll(/jsonencode\(([^]*?)\)\n/g)].map(([, json = '']) => JSON.parse(json) as unknown)
  expect(documents).toEqual([
    trustPolicy(description.principalArn, 'svy-1'),
    ...readPolicies(description.permissions, 'aws'),
  ])
  expect(file.match(/^resource "aws_iam_role_policy_attachment"/gm)).toHaveLength(documents.length - 1)
})

test('the commands pass each policy as one argument, with any path of the role', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-cli-'))
  try {
    // Replaces the AWS CLI: prints a line for each call, with its arguments as JSON.
    const command = `#!/bin/sh\nexec "${process.execPath}" -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- "$@"\n`
    await writeFile(join(folder, 'aws'), command, { mode: 0o755 })
    await writeFile(join(folder, 'role.sh'), cliCommands(description))
    const { stdout } = await promisify(execFile)('sh', [join(folder, 'role.sh')], {
      env: { PATH: `${folder}:${process.env.PATH}` },
    })
    const calls = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[])
    const [role, ...policies] = calls
    expect(role?.slice(0, 2)).toEqual(['iam', 'create-role'])
    expect(after(role, '--path')).toBe("/it's/${x}/")
    expect(JSON.parse(after(role, '--assume-role-policy-document'))).toEqual(
      trustPolicy(description.principalArn, 'svy-1'),
    )
    const created = policies.filter(([, verb]) => verb === 'create-policy')
    expect(created.map((call) => JSON.parse(after(call, '--policy-document')) as unknown)).toEqual(
      readPolicies(description.permissions, 'aws'),
    )
    const attached = policies.filter(([, verb]) => verb === 'attach-role-policy')
    expect(attached.map((call) => after(call, '--policy-arn'))).toEqual(
      created.map((call) => `arn:aws:iam::123456789012:policy/${after(call, '--policy-name')}`),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the link opens the console of the partition with all parameters; partitions without a console have no link', () => {
  const link = quickCreateLink('https://example.com/role.json?a=b&c', description) ?? ''
  const query = new URLSearchParams(link.split('quickcreate?')[1])
  expect(Object.fromEntries(query)).toEqual({
    templateURL: 'https://example.com/role.json?a=b&c',
    stackName: 'surveyor-scan-role',
    param_RoleName: 'Scan',
    param_PrincipalArn: description.principalArn,
    param_ExternalId: 'svy-1',
  })
  const inChina = { ...description, role: { ...description.role, partition: 'aws-cn' } }
  expect(quickCreateLink('https://example.com/', inChina)).toMatch(/^https:\/\/console\.amazonaws\.cn\//)
  const elsewhere = { ...description, role: { ...description.role, partition: 'aws-iso' } }
  expect(quickCreateLink('https://example.com/', elsewhere)).toBeNull()
})

/** Returns the argument after an option. */
function after(call: readonly string[] = [], option: string): string {
  return call[call.indexOf(option) + 1] ?? ''
}
