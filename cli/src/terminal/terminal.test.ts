import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createProgress } from './progress.ts'
import { checkTarget, writeWholeFile } from './write-file.ts'

function screen(isTTY: boolean, environment: Record<string, string> = {}, columns = 60) {
  const written: string[] = []
  const errorOutput = { isTTY, columns, write: (content: string | Uint8Array) => void written.push(String(content)) }
  const input = Readable.from([])
  return {
    written,
    terminal: { environment, output: errorOutput, errorOutput, input, readStandardInput: async () => '' },
  }
}

test('a terminal has one bar that is redrawn and removed', () => {
  const { written, terminal } = screen(true)
  const progress = createProgress(terminal, { quiet: false })
  progress.update('half of it', 0.5)
  progress.update('half of it', 0.5)
  progress.note('A note.')
  progress.update('unknown', null)
  progress.end()
  progress.end()
  const [half, none] = [`${'█'.repeat(12)}${'░'.repeat(12)} half of it`, `${'░'.repeat(24)} unknown`]
  const erase = '\r\u001B[2K'
  expect(written).toEqual([`${erase}${half}`, `${erase}A note.\n${half}`, `${erase}${none}`, erase])
})

test('the bar is never wider than the terminal', () => {
  const { written, terminal } = screen(true, {}, 30)
  createProgress(terminal, { quiet: false }).update('a text that is too long', 1)
  expect(written[0]).toBe(`\r\u001B[2K${'█'.repeat(24)} a te`)
})

test.each([
  ['a pipe', false, {}],
  ['a dumb terminal', true, { TERM: 'dumb' }],
])('%s has plain lines, and not many', (_, isTTY, environment) => {
  const { written, terminal } = screen(isTTY, environment)
  const progress = createProgress(terminal, { quiet: false })
  progress.update('first', 0.1)
  progress.update('second', 0.2)
  progress.note('A note.')
  progress.end()
  expect(written).toEqual(['first\n', 'A note.\n'])
})

test('quiet shows no progress', () => {
  const { written, terminal } = screen(true)
  const progress = createProgress(terminal, { quiet: true })
  progress.update('first', 0.1)
  progress.note('A note.')
  progress.end()
  expect(written).toEqual([])
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a file is replaced as a whole, and nothing else stays', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'map.svg'), 'an earlier one')
  await writeWholeFile(join(folder, 'map.svg'), 'new')
  await expect(readFile(join(folder, 'map.svg'), 'utf8')).resolves.toBe('new')
  await expect(readdir(folder)).resolves.toEqual(['map.svg'])
})

test('a file that cannot be written leaves nothing behind', async () => {
  const folder = await temporaryFolder()
  const failure = writeWholeFile(folder, 'new')
  await expect(failure).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(`${folder} couldn't be written`),
  })
  await expect(readdir(join(folder, '..'))).resolves.not.toContainEqual(expect.stringMatching(/^\.surveyor-cli-/))
})

test('a target is checked before work is done for it', async () => {
  const folder = await temporaryFolder()
  await expect(checkTarget(join(folder, 'map.svg'))).resolves.toBeUndefined()
  await expect(checkTarget(folder)).rejects.toMatchObject({
    exitCode: 2,
    message: `${folder} is a folder. Name a file.`,
  })
  await expect(checkTarget(join(folder, 'none', 'map.svg'))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(`${join(folder, 'none')} doesn't exist`),
  })
})
