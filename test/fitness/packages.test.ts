/** Tests that production installs no package of tests and builds, and the size of fonts. `npm run size` measures the whole installation. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly dev?: true; readonly devDependencies?: object }>>
}

/** Dependencies of production packages too. */
const ofBoth = new Set(['@smithy/types', 'ajv', 'yaml'])

test('dev dependencies are not installed with --omit=dev, not even as optional peers of others', () => {
  const names = Object.keys(packages['']?.devDependencies ?? {})
  expect(names).toEqual(expect.arrayContaining(['vitest', 'rolldown', 'react-dom']))
  const installed = names.filter((name) => packages[`node_modules/${name}`]?.dev !== true)
  expect(new Set(installed)).toEqual(ofBoth)
})

test('the fonts of diagrams take at most 30 MB', () => {
  const sizes = globSync('node_modules/{@expo-google-fonts,@fontsource-variable}/*/**/*.{ttf,woff,woff2}', {
    cwd: root,
  }).map((name) => statSync(join(root, name)).size)
  expect(sizes.length).toBeGreaterThan(500)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30e6)
})
