/** Tests that the mutation run makes the changes that it reports, and no changes without an active mutant. */
import { runInNewContext } from 'node:vm'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { behindSwitches } from '../../scripts/mutants/behind-switches.ts'
import { changesIn } from '../../scripts/mutants/changed-lines.ts'
import { mutantsOf } from '../../scripts/mutants/mutants-of.ts'
import { type OnPurpose, keyOf, readOnPurpose, resultOf } from '../../scripts/mutants/report.ts'
import { rooms, sourceFilesOf } from '../../scripts/mutants/rooms.ts'

const mutated = (source: string) => mutantsOf('a.ts', source).map(({ mutator, code }) => `${mutator}: ${code}`)

test.each([
  ['a < b', ['statement: ', 'boundary: (a) <= (b)', 'boundary: (a) >= (b)']],
  ['const c = a === b', ['condition: (a) !== (b)']],
  ['if (a) {}', ['condition: !a']],
  ['if (!a) {}', ['condition: a']],
  ['if (a && b === c) {}', ['logic: (a) || (b === c)', 'condition: !a', 'condition: (b) !== (c)']],
  ['const d = a ? b : c', ['ternary: a ? c : b']],
  ['const c = a ?? b', ['fallback: a', 'fallback: b']],
  ['const c = () => (a ??= b)', ['fallback: a = b']],
  ['const c = true', ['boolean: false']],
  ["const c = 'c'", ["string: ''"]],
  ["const c = ''", ["string: 'mutant'"]],
  ['const c = `${a}`', ["string: ''"]],
  ['const c = 7', ['number: 8', 'number: 6']],
  ['const c = a + b', ['arithmetic: (a) - (b)']],
  ['const c = a.filter(b)', ['array method: a']],
  ['const c = a.some(b)', ['array method: a.every(b)']],
  ['const c = a?.filter(b)', ['array method: a']],
  ['const c = { a: b.a, c: b.c }', ['property: undefined', 'property: b.c', 'property: undefined']],
  ['throw a', ['statement: ']],
])('%s', (source, expected) => {
  expect(mutated(source)).toEqual(expected)
})

test.each([
  "import { a } from 'a'",
  "export * from 'a'",
  "const a = () => import('a')",
  "type A = 'a' | 1",
  "const a = b as 'a'",
  'const a = sql`a`',
  'const a = b?.filter(c).length',
  'const { a: b } = c',
])('%s has no mutants', (source) => {
  expect(mutated(source)).toEqual([])
})

const sample = `
  const log = []
  const list = (of) => of?.filter((each) => each > 2).map((each) => each * 2) ?? ['none']
  function told(a, b) {
    if (a) log.push('a')
    else if (b && !a) log.push(\`b\${b ? 1 : 2}\`)
    return { both: a && b, either: a || b, first: a.first, second: b?.second }
  }
  answer(JSON.stringify([list([1, 2, 3, 4]), list(undefined), told(0, 1), told({ first: 1 }, { second: 2 }), log]))
`

/** Returns the result of the sample with this mutant active. */
function answerOf(on: number | null): unknown {
  const answers: unknown[] = []
  const surveyorMutants = { ofFile: () => (number: number) => number === on }
  const code = stripTypeScriptTypes(behindSwitches('a.ts', sample, mutantsOf('a.ts', sample)))
  runInNewContext(code, { surveyorMutants, answer: (given: unknown) => answers.push(given) })
  return answers[0]
}

test('a source behind switches works as before, and differently with an active mutant', () => {
  const answers: unknown[] = []
  runInNewContext(sample, { answer: (given: unknown) => answers.push(given) })
  expect(answerOf(null)).toBe(answers[0])
  const removed = mutantsOf('a.ts', sample).find(({ original }) => original === "log.push('a')")
  expect(removed?.mutator).toBe('statement')
  expect(answerOf(removed?.number ?? null)).toBe(String(answers[0]).replace('"b1","a"', '"b1"'))
})

test('the lines of a change are those of the new text', () => {
  const diff = '--- src/a.ts\n+++ src/a.ts\n@@ -3,0 +4,2 @@\n+a\n+b\n@@ -9 +12 @@\n-c\n+d\n@@ -20,2 +22,0 @@\n'
  expect(changesIn(diff)).toEqual([
    { path: 'src/a.ts', from: 4, count: 2 },
    { path: 'src/a.ts', from: 12, count: 1 },
    { path: 'src/a.ts', from: 22, count: 0 },
  ])
})

test('each intended survivor is a mutant of the code, is listed once, and has a reason', async () => {
  const files = (await Promise.all(rooms.map(sourceFilesOf))).flat()
  const verdict = { outcome: 'survived', by: null } as const
  const possible = new Set(
    files.flatMap((file) => file.mutants.map((mutant) => keyOf(resultOf('', { file, mutant }, verdict)))),
  )
  const listed = await readOnPurpose()
  // Remove unknown entries from scripts/mutants/on-purpose.json.
  expect(listed.filter((each: OnPurpose) => !possible.has(keyOf(each)))).toEqual([])
  expect(new Set(listed.map(keyOf)).size).toBe(listed.length)
  expect(listed.filter(({ reason }) => reason.trim() === '')).toEqual([])
})
