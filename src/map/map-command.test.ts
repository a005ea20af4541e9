import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { operatorProgram, runProgram } from '../operator/operator-program.ts'
import { addMapCommand } from './map-command.ts'

/** Runs the command without access to AWS, as far as it gets. */
async function map(...words: readonly string[]): Promise<{ readonly exitCode: number; readonly error: string }> {
  const [output, errorOutput] = [collected(), collected()]
  const program = operatorProgram(output)
  addMapCommand(program, {
    settingsOf: () => {
      throw new Error('AWS was called')
    },
    output,
    progressOutput: errorOutput,
    stopSignal: new AbortController().signal,
  })
  const exitCode = await runProgram(program, ['map', ...words], errorOutput)
  return { exitCode, error: errorOutput.text() }
}

function collected() {
  let text = ''
  return { write: (added: string) => (text += added), text: () => text }
}

const inEurope = ['--region', 'eu-west-1']

test.each([
  ['no region', ['--out', 'map.svg'], "required option '-r, --region <region>' not specified"],
  ['no file', inEurope, "required option '-o, --out <file>' not specified"],
  ['a region that AWS does not have', ['--region', 'moon-1', '--out', 'map.svg'], 'AWS region, for example eu-west-1.'],
  ['a file without a format', [...inEurope, '--out', 'map'], "The ending of map isn't a format. Use one of: .svg, "],
  [
    'a missing folder',
    [...inEurope, '--out', '/nowhere/map.svg'],
    "The folder /nowhere doesn't exist, or isn't writable.",
  ],
  ['one file for several views', [...inEurope, '--out', 'map.svg', '--view', 'all'], 'the name of --out needs {view}.'],
  ['an unknown view', [...inEurope, '--out', 'map.svg', '--view', 'network,plan'], 'Views: overview, '],
  ['a role that is no ARN', [...inEurope, '--out', 'map.svg', '--role-arn', 'admin'], 'must be the ARN of an IAM role'],
  [
    'an external ID without a role',
    [...inEurope, '--out', 'map.svg', '--external-id', 'x'],
    '--external-id needs --role-arn.',
  ],
])('%s is a usage error before any call', async (_, words, message) => {
  const { exitCode, error } = await map(...words)
  expect(error).toContain(message)
  expect(exitCode).toBe(2)
})

test('a folder with the name of the file is a usage error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-map-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'map.svg'))
  const { exitCode, error } = await map(...inEurope, '--out', join(folder, 'map.svg'))
  expect([exitCode, error]).toEqual([2, expect.stringMatching(/map\.svg is a folder\. Name a file\.\n$/)])
})

test('otherwise reads the account', async () => {
  expect(await map(...inEurope, '--out', 'map.svg')).toEqual({ exitCode: 1, error: 'surveyor: AWS was called\n' })
})
