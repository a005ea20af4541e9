/** The licenses of the packages that a bundle has code of. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { RolldownOutput } from 'rolldown'

const packages = resolve(import.meta.dirname, '../node_modules')

export async function bundledLicenses(output: RolldownOutput['output']): Promise<string> {
  const texts = bundledPackages(output).map(async (name) => {
    const { version } = JSON.parse(await readFile(join(packages, name, 'package.json'), 'utf8')) as { version: string }
    return `${name} ${version}\n\n${await readFile(join(packages, name, 'LICENSE'), 'utf8')}`
  })
  return (await Promise.all(texts)).join('\n\n')
}

function bundledPackages(output: RolldownOutput['output']): readonly string[] {
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  const names = modules.flatMap((module) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? [])
  return [...new Set(names)].toSorted()
}
