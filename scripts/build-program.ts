/**
 * Writes the service as JavaScript into `program/` or a given folder, for `npm pack`: Node doesn't strip types from
 * packages in `node_modules`.
 */
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const program = resolve(process.argv[2] ?? join(root, 'program'))

await rm(program, { recursive: true, force: true })
for await (const file of glob('{src,contract}/**', { cwd: root, withFileTypes: true })) {
  if (!file.isFile()) continue
  const path = join(file.parentPath, file.name)
  if (/\.(?:test|d)\.ts$|\/testing\/|\/tsconfig\.json$/.test(path)) continue
  await copy(path, path.replace(root, program))
}
await cp(join(root, 'dashboard', 'dist'), join(program, 'dashboard', 'dist'), { recursive: true })

async function copy(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  if (!source.endsWith('.ts')) return cp(source, target)
  // Types are replaced by spaces, so that lines and columns in stack traces are those of the source.
  const code = stripTypeScriptTypes(await readFile(source, 'utf8'))
  await writeFile(target.replace(/\.ts$/, '.js'), code.replaceAll(/(['"])(\.\.?\/[^'"\n]*)\.ts\1/g, '$1$2.js$1'))
}
