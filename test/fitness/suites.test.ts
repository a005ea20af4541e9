/** Tests that every test file is in one suite, and that `.ci/run` counts the results of both suites and the checks. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createVitest } from 'vitest/node'
import { LongestFirst, longestFiles } from '../support/longest-first.ts'

const root = resolve(import.meta.dirname, '../..')

test('every test file is either in npm test or in npm run test:slow', () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { stdout } = spawnSync(process.execPath, [vitest, 'list', '--filesOnly'], { cwd: root, encoding: 'utf8' })
  const listed = [...stdout.matchAll(/^\[(main|slow)\] (.+)$/gm)].map(([, , file = '']) => file)
  const there = globSync('**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] })
  expect(there).toContain('test/fitness/suites.test.ts')
  expect(listed.toSorted()).toEqual(there.toSorted())
})

test('no test or hook has a shorter timeout than usual, because a busy machine is not a failure', () => {
  const shorter = globSync('{action,cli,src,test}/**/*.test.ts', { cwd: root }).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const timeouts = text.matchAll(/^\s*\}, ([\d_]+)\)$|^ +([\d_]+_000),\n *\)$/gm)
    return timeouts.some(([, after, alone]) => Number((after ?? alone ?? '').replaceAll('_', '')) < 300_000)
  })
  expect(shorter).toEqual([])
})

test('no wait for a state is shorter than usual either', () => {
  const shorter = globSync('{action,cli,src,test}/**/*.ts', { cwd: root }).flatMap((file) => {
    const waits = readFileSync(join(root, file), 'utf8').matchAll(
      /(?:poll|waitFor|waitUntil)\b[^;]*?timeout: (\d+_000)/g,
    )
    return [...waits].flatMap(([, ms = '']) => (Number(ms.replace('_', '')) < 120_000 ? [`${file}: ${ms}`] : []))
  })
  expect(shorter).toEqual([])
})

test('the slow suite starts with its longest files, all of which are there', async () => {
  const vitest = await createVitest({ root, watch: false, project: ['slow'] })
  onTestFinished(() => vitest.close())
  const files = await vitest.globTestSpecifications()
  const sorted = await new LongestFirst(vitest).sort(files.toReversed())
  const paths = sorted.map(({ moduleId }) => relative(root, moduleId))
  expect(paths.slice(0, longestFiles.length)).toEqual(longestFiles)
  expect(paths.toSorted()).toEqual(files.map(({ moduleId }) => relative(root, moduleId)).toSorted())
})

test.each([
  { main: [5, 0, 0], slow: [3, 0, 0], check: 0, line: '9 passed, 0 failed' },
  { main: [4, 1, 1], slow: [3, 0, 0], check: 0, line: '8 passed, 1 failed' },
  { main: [5, 0, 0], slow: [1, 2, 1], check: 0, line: '7 passed, 2 failed' },
  { main: [5, 0, 0], slow: [3, 0, 0], check: 1, line: '8 passed, 1 failed' },
  // A run with an error outside of tests, and one without a report.
  { main: [5, 0, 1], slow: [3, 0, 0], check: 0, line: '9 passed, 1 failed' },
  { main: [5, 0, 0], slow: null, check: 0, line: '6 passed, 1 failed' },
])('.ci/run ends with $line', ({ main, slow, check, line }) => {
  const folder = mkdtempSync(join(tmpdir(), 'surveyor-count-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const words = Object.entries({ main, slow }).flatMap(([name, run]) => {
    const [numPassedTests = 0, numFailedTests = 0, exitCode = 1] = run ?? [0, 0, 1]
    const report = join(folder, name)
    if (run !== null) {
      const success = numFailedTests === 0
      const failure = { status: 'failed', fullName: 'a test', failureMessages: ['expected 1 to be 2'] }
      const assertionResults = Array.from({ length: numFailedTests }, () => failure)
      const testResults = [{ name: 'a.test.ts', status: success ? 'passed' : 'failed', message: '', assertionResults }]
      writeFileSync(report, JSON.stringify({ numPassedTests, numFailedTests, success, testResults }))
    }
    return [report, String(exitCode)]
  })
  const script = join(root, '.ci/count.mjs')
  const { status, stdout } = spawnSync(process.execPath, [script, ...words, String(check)], { encoding: 'utf8' })
  const failed = !line.endsWith(' 0 failed')
  // What failed is named first.
  expect(stdout).toMatch(failed ? /^Failed: [^]+\n\d+ passed, \d+ failed\n$/ : /^\d+ passed, 0 failed\n$/)
  expect(stdout.split('\n').at(-2)).toBe(line)
  expect(status).toBe(failed ? 1 : 0)
})
