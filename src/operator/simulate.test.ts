import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openOperatorCommands, type OperatorCommands } from '../../test/support/operator-commands.ts'

let commands: OperatorCommands

beforeAll(async () => {
  commands = await openOperatorCommands()
  return () => commands.close()
})

test('prints one JSON line, and serves until it is stopped', async () => {
  const stop = new AbortController()
  let output = ''
  const lineWritten = Promise.withResolvers<void>()
  const out = {
    write(text: string) {
      output += text
      lineWritten.resolve()
    },
  }
  const run = commands.run(['simulate', '--world', 'empty'], { stopSignal: stop.signal, output: out })
  await lineWritten.promise
  const line = JSON.parse(output) as { endpoint: string; accounts: { roleArn: string }[] }
  expect(line).toEqual({
    endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    accessKeyId: expect.any(String),
    secretAccessKey: expect.any(String),
    accounts: [{ accountId: expect.stringMatching(/^\d{12}$/), roleArn: expect.any(String) }],
  })
  const body = JSON.stringify({ roleArn: line.accounts[0]?.roleArn, externalId: 'x1' })
  expect((await fetch(`${line.endpoint}/_simulated/roles`, { method: 'PUT', body })).ok).toBe(true)
  stop.abort()
  expect(await run).toMatchObject({ exitCode: 0, errorOutput: '' })
  await expect(fetch(line.endpoint)).rejects.toThrow('fetch failed')
})

test.each([
  [['--world', 'nowhere'], /three-tier/],
  [['--world', 'empty', '--port', '65536'], /65535/],
  [['--world', 'empty', '--port', '-1'], /65535/],
  [['--world', 'empty', '--latency-ms', 'slow'], /60000/],
  [['--world', 'empty', '--faults', '/nowhere/faults.json'], /ENOENT/],
])('%j is rejected', async (words, message) => {
  expect(await commands.refused(['simulate', ...words])).toMatchObject({
    exitCode: 2,
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(message),
  })
})

test.each([
  ['{', /isn't valid JSON/],
  ['{"rules":[{"effect":"explode"}]}', /effect/],
])('the faults file %j is rejected', async (text, message) => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-faults-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'faults.json')
  await writeFile(file, text)
  expect(await commands.refused(['simulate', '--world', 'empty', '--faults', file])).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(message),
  })
})

test('reports a port that is in use', async () => {
  const words = ['simulate', '--world', 'empty', '--port', new URL(commands.cloud.endpoint).port]
  expect(await commands.refused(words)).toMatchObject({ exitCode: 1, message: expect.stringContaining('is in use') })
})
