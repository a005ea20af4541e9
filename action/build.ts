/**
 * `node action/build.ts`: bundles the action into `dist/`, which is in the repository, because the runner of GitHub
 * installs nothing. `--check` reports whether it is up to date.
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'rolldown'
import { bundledLicenses } from '../cli/bundled-licenses.ts'

const dist = join(import.meta.dirname, 'dist')

/** Node's own `fetch` has proxies, and the action has no option for certificate authorities. */
const withoutUndici: Plugin = {
  name: 'without-undici',
  load: (id) => (id.endsWith('/cli/src/proxying-fetch.ts') ? 'export const proxyingFetch = undefined' : null),
}

const root = join(import.meta.dirname, '..')
// The paths in the bundle are relative to the root, wherever this runs.
const bundle = await rolldown({
  cwd: root,
  input: { index: join(import.meta.dirname, 'src/main.ts') },
  platform: 'node',
  plugins: [withoutUndici],
})
// Copies of this folder have no package.json, so the extension makes these files modules.
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].mjs',
  codeSplitting: false,
})
await bundle.close()

const files = new Map<string, string>([['THIRD-PARTY-LICENSES', await bundledLicenses(output)]])
for (const file of output) if (file.type === 'chunk') files.set(file.fileName, file.code)

if (process.argv.includes('--check')) {
  const written = await readdir(dist)
  const stale = await Array.fromAsync(files, async ([name, content]) =>
    written.includes(name) && (await readFile(join(dist, name), 'utf8')) === content ? [] : [name],
  )
  const differing = [...stale.flat(), ...written.filter((name) => !files.has(name))]
  if (differing.length > 0) {
    process.stdout.write(`action/dist is not up to date (${differing.join(', ')}): run node action/build.ts\n`)
    process.exitCode = 1
  }
} else {
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist)
  for (const [name, content] of files) await writeFile(join(dist, name), content)
}
