/** Tests that texts for users have AWS's terms and one word for each thing. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What users don't search for, with the word to use instead. */
const unwanted: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bHTTP interface\b/giu, 'API'],
  [/\bcloud account\b|\baccount number\b/giu, 'AWS account, account ID'],
  [/(?<!database )\badministrators?\b/giu, 'admin'],
  [/\be-mail\b/giu, 'email'],
  [/\blog(?:ged|s)? in\b/giu, 'sign in'],
  [/\b(?:whoever|somebody|nobody can)\b/giu, 'user, admin, owner, operator, or caller'],
  [/\bways? in\b/giu, 'exposure'],
  [/\bgathered by\b/giu, 'grouped by'],
  [/\b(?:can't|can’t|cannot) be told\b|\b(?:couldn't|couldn’t) tell\b/giu, "couldn't be compared"],
  [/\bnot readable\b/giu, "couldn't be read"],
  [/\bnetwork peering\b|\binfrastructure stack\b/giu, "AWS's name"],
  [/\bwithdrawn\b|\bfor good\b|\bgoes with it\b/giu, 'revoked, deleted'],
  [/\bcarries\b|\bstands? before\b/giu, 'attached to'],
  [/\bcolours?\b|\blicence\b|\brecognise|\borganisation|\bbehaviour\b|\be\.g\./giu, 'American spelling'],
]

const sources = globSync(
  [
    '{src,dashboard/src,cli/src,contract,action/src}/**/*.{ts,tsx}',
    '{README,CONTRIBUTING}.md',
    'docs/*.md',
    'cli/*.md',
  ],
  { cwd: root },
).filter((path) => !/\.test\.tsx?$|^src\/(?:simulated|sdk|diagram\/testing)\/|^src\/store\/embedded/u.test(path))

function wordsIn(source: string): readonly string[] {
  return unwanted.flatMap(([pattern, instead]) =>
    [...source.matchAll(pattern)].map(([found]) => `${found}: write ${instead}`),
  )
}

/** Without comments, which may explain a word. */
function textOf(path: string): string {
  const source = readFileSync(join(root, path), 'utf8')
  return path.endsWith('.md') ? source : source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gmu, '')
}

test('texts have no word that the glossary replaces', () => {
  expect(sources.length).toBeGreaterThan(800)
  expect(
    sources.flatMap((path) => {
      const found = wordsIn(textOf(path))
      return found.length === 0 ? [] : [{ path, found }]
    }),
  ).toEqual([])
})

test.each([
  ['Ask an administrator.', 'administrator: write admin'],
  ['Log in with your email.', 'Log in: write sign in'],
  ['The colour of a box', 'colour: write American spelling'],
])('%s is found', (text, expected) => {
  expect(wordsIn(text)).toEqual([expected])
})

test('a database administrator is one', () => {
  expect(wordsIn('A database administrator has to run it.')).toEqual([])
})
