import { beforeAll, expect, test } from 'vitest'
import { openOperatorCommands, type OperatorCommands } from '../../test/support/operator-commands.ts'

let commands: OperatorCommands

beforeAll(async () => {
  commands = await openOperatorCommands()
  return () => commands.close()
})

test.each([
  [[]],
  [['org']],
  [['org', 'create']],
  [['key', 'create']],
  [['key', 'list']],
  [['key', 'revoke']],
  [['account', 'connect']],
  [['account', 'verify']],
  [['account', 'template']],
  [['account', 'list']],
  [['types']],
  [['simulate']],
])('%j --help documents the exit codes', async (words) => {
  const run = await commands.run([...words, '--help'])
  expect(run).toMatchObject({ exitCode: 0, errorOutput: '' })
  expect(run.output).toMatch(/^Usage: surveyor.*Exit codes:.*130 {2}interrupted/s)
})

test.each([[['orgs']], [['org', 'rename']], [['org']], [[]], [['org', 'create', 'a', 'b']]])(
  '%j is a usage error',
  async (words) => {
    expect(await commands.refused(words)).toMatchObject({ exitCode: 2, code: 'USAGE' })
  },
)

test('an error shows characters that change the writing direction', async () => {
  const { errorOutput } = await commands.run(['\u202Eorgs'])
  expect(errorOutput).toContain("'[U+202E]orgs'")
})

test('an internal error is one line with exit code 1', async () => {
  const unreachable = { withStore: () => Promise.reject(new Error('The database\ncannot be reached.')) }
  expect(await commands.refused(['org', 'list'], unreachable)).toEqual({
    exitCode: 1,
    code: 'FAILED',
    message: 'The database cannot be reached.',
  })
})
