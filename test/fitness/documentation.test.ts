/** Tests that the documentation names only what exists: files, headings, npm scripts, variables, requests, and folders. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '../../src/api/routes.ts'
import { readConfiguration } from '../../src/configuration.ts'

const root = join(import.meta.dirname, '../..')
const pages = globSync(['*.md', 'cli/*.md', 'docs/**/*.md'], { cwd: root })
  .toSorted()
  .map((path) => ({ path, text: textOf(path) }))
/** Decisions and the changelog may name what has changed since. */
const current = pages.filter(({ path }) => !/^docs\/decisions\/|^CHANGELOG/u.test(path))

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function foldersIn(path: string): readonly string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

test('every page that the README promises exists, and the README is short', () => {
  const readme = textOf('README.md')
  for (const page of [
    'quick-start',
    'connect-an-account',
    'api',
    'dashboard',
    'pipeline',
    'operations',
    'security',
    'how-it-works',
  ])
    expect(readme).toContain(`(docs/${page}.md)`)
  expect(readme.split('\n').length).toBeLessThan(60)
})

/** The anchors that GitHub makes of headings. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(pages)('every link of $path leads to a file and a heading', ({ path, text }) => {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/gu)].map(
    ([, link, image]) => link ?? image ?? '',
  )
  const broken = targets.filter((target) => {
    if (/^https?:/u.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const linked = file === '' ? path : join(dirname(path), file)
    if (!existsSync(join(root, linked))) return true
    return anchor !== undefined && !anchorsOf(textOf(linked)).includes(anchor)
  })
  expect(broken).toEqual([])
})

test('every decision is listed', () => {
  const list = textOf('docs/decisions/README.md')
  const records = globSync('docs/decisions/[0-9]*.md', { cwd: root }).map((path) => relative('docs/decisions', path))
  expect(records.filter((record) => !list.includes(`](${record})`))).toEqual([])
})

test('every npm script that is named exists, and every script is named', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: object }
  const ofNpm = new Set(['ci', 'install', 'pack'])
  const named = new Set(
    current
      .filter(({ path }) => !path.startsWith('cli/'))
      .flatMap(({ text }) => [...text.matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)/gu)].map(([, name = '']) => name)),
  )
  expect([...named].filter((name) => !ofNpm.has(name)).toSorted()).toEqual(
    Object.keys(scripts)
      .filter((name) => !name.startsWith('prep'))
      .toSorted(),
  )
})

test('the table of variables has each variable of the service, with its default', () => {
  const rows = [...textOf('docs/operations.md').matchAll(/^\| (`[A-Z].*?) +\| .* \| (.+?) +\|$/gmu)].map(
    ([, names = '', byDefault = '']) => ({
      names: [...names.matchAll(/`(\w+)`/gu)].map(([, name = '']) => name),
      byDefault,
    }),
  )
  const read = [...textOf('src/configuration.ts').matchAll(/\b(?:read|required)\(\s*'([A-Z_]+)'/gu)].map(
    ([, name = '']) => name,
  )
  const ofService = new Set(read.filter((name) => name !== 'AWS_ENDPOINT_URL'))
  expect(new Set(rows.flatMap(({ names }) => names))).toEqual(ofService)
  const defaults = readConfiguration({}) as unknown as Readonly<Record<string, unknown>>
  const numbers = rows.filter(({ byDefault }) => /^[\d, .]+$/u.test(byDefault))
  expect(numbers.length).toBeGreaterThan(8)
  for (const { names, byDefault } of numbers) {
    const values = names.map(
      (name) => defaults[name.toLowerCase().replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase())],
    )
    expect(values.join(', ')).toBe(byDefault)
  }
})

test('the table of the API has each request, with its scope', () => {
  const rows = [...textOf('docs/api.md').matchAll(/^\| (`(?:GET|POST|PUT|DELETE) .*?) +\| (read|write) +\|/gmu)]
  const documented = rows.flatMap(([, requests = '', scope]) => {
    const [, method] = /`([A-Z]+) /u.exec(requests) ?? []
    return [...requests.matchAll(/\/api\/[^?`]+/gu)].map(([path]) => `${method} ${path} ${scope}`)
  })
  expect(documented.toSorted()).toEqual(
    routes.map(({ method, path, scope }) => `${method} ${path} ${scope}`).toSorted(),
  )
})

test('the list of folders has each folder, and src has only the configuration and the composition root beside them', () => {
  const [, list = ''] = /## Where things are\n\n```\n(.*?)```/su.exec(textOf('CONTRIBUTING.md')) ?? []
  const listed = [...list.matchAll(/^([\w./-]+)\/ /gmu)].map(([, folder = '']) => folder)
  const notSources = ['.ci', '.git', 'bench', 'bin', 'docs', 'examples', 'scripts', 'src']
  const ignored = textOf('.gitignore').replaceAll('/', '').split('\n')
  const ofRoot = foldersIn('.').filter((name) => ![...notSources, ...ignored].includes(name))
  expect(ofRoot.filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((folder) => folder.startsWith('src/')).toSorted()).toEqual(
    foldersIn('src')
      .map((name) => `src/${name}`)
      .toSorted(),
  )
  const files = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name).toSorted()).toEqual(['configuration.test.ts', 'configuration.ts', 'main.ts'])
})
