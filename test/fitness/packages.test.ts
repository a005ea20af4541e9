/** Tests that production installs no package of tests and builds. `npm run size` measures the whole installation. */
import { readFileSync } from 'node:fs'
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
