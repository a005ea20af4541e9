import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLogOutput } from './log-output.ts'

/** A pipe that accepts as little as a full disk, and more once it is read. */
let pipe: number
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surveyor-'))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
})

afterEach(() => {
  closeSync(pipe)
  rmSync(folder, { recursive: true })
})

function fill(): void {
  for (const size of [4096, 1]) {
    try {
      for (;;) writeSync(pipe, Buffer.alloc(size, '.'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}

function readWhatIsThere(): string {
  const chunk = Buffer.alloc(1024 * 1024)
  try {
    return chunk.toString('utf8', 0, readSync(pipe, chunk))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return ''
    throw error
  }
}

test('writes waiting lines in order once there is room', async () => {
  fill()
  const output = openLogOutput(pipe)
  output.write('first\n')
  output.write('second\n')
  let read = ''
  await expect.poll(() => (read += readWhatIsThere())).toContain('first\nsecond\n')
  output.write('third\n')
  await expect.poll(() => (read += readWhatIsThere())).toMatch(/^\.+first\nsecond\nthird\n$/)
})

test('limits the waiting lines, and drops the others in full', async () => {
  fill()
  const output = openLogOutput(pipe)
  const line = `${'x'.repeat(999)}\n`
  for (let lines = 0; lines < 10_000; lines += 1) output.write(line)
  let read = ''
  await expect
    .poll(() => (read += readWhatIsThere()).replaceAll('.', '').length, { interval: 1 })
    .toBe(Math.floor((4 * 1024 * 1024) / line.length) * line.length)
  output.write('last\n')
  await expect.poll(() => (read += readWhatIsThere())).toMatch(/x\nlast\n$/)
})
