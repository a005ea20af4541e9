/**
 * Bundles the command line and the client into `dist/`: plain JavaScript with all its libraries, the types of the
 * client, and the licenses.
 */
import { execFileSync } from 'node:child_process'
import { chmod, copyFile, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { bundledLicenses } from './bundled-licenses.ts'
import { unusedModules } from './unused-modules.ts'

const packages = resolve(import.meta.dirname, '../node_modules')
const dist = join(import.meta.dirname, 'dist')

/** Declarations that the types of the client refer to. */
const declared = ['openapi-fetch', 'openapi-typescript-helpers']

await rm(dist, { recursive: true, force: true })
const bundle = await rolldown({
  input: {
    surveyor: join(import.meta.dirname, 'src/main.ts'),
    client: join(import.meta.dirname, 'src/client/index.ts'),
  },
  platform: 'node',
  plugins: [unusedModules],
})
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
await bundle.close()
await chmod(join(dist, 'surveyor.js'), 0o755)
await writeTypes()
await copyFile(join(import.meta.dirname, '../LICENSE'), join(dist, 'LICENSE'))
await writeFile(join(dist, 'THIRD-PARTY-LICENSES'), await bundledLicenses(output))

async function writeTypes(): Promise<void> {
  const [entry, types] = [join(import.meta.dirname, 'tsconfig.client.json'), join(dist, 'types')]
  execFileSync(join(packages, '.bin/tsc'), ['--project', entry, '--outDir', types], { stdio: 'inherit' })
  for (const name of declared) {
    await copyFile(join(packages, name, 'dist/index.d.mts'), join(types, `${name}.d.ts`))
  }
  for (const name of await readdir(types)) {
    const text = await readFile(join(types, name), 'utf8')
    await writeFile(join(types, name), withLocalImports(text))
  }
  await writeFile(join(dist, 'client.d.ts'), "export * from './types/index.js'\n")
}

/** The package has no dependencies, so that its types have the declarations beside them. */
function withLocalImports(text: string): string {
  return text
    .replaceAll(/from (['"])(openapi-[a-z-]+)\1/g, "from './$2.js'")
    .replaceAll(/from (['"])(\.\/[a-z-]+)\.ts\1/g, "from '$2.js'")
}
