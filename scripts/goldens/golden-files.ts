/** Reads and writes goldens: a folder for each account, files for texts, and one list of hashes for the rest. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Golden } from './draw-goldens.ts'

export const goldenFolder = join(import.meta.dirname, '../../test/goldens')

const hashList = 'hashes.json'

export type KeptGoldens = ReadonlyMap<string, Buffer>

/** By name. Empty for an account without goldens. */
export async function readGoldens(account: string, root = goldenFolder): Promise<KeptGoldens> {
  const folder = join(root, account)
  const names: readonly string[] = await readdir(folder).catch(() => [])
  const files = names
    .filter((name) => name !== hashList)
    .map(async (name) => [name, await readFile(join(folder, name))] as const)
  const list = names.includes(hashList) ? await readFile(join(folder, hashList), 'utf8') : '{}'
  const hashes = Object.entries(JSON.parse(list) as Readonly<Record<string, string>>)
  return new Map([
    ...(await Promise.all(files)),
    ...hashes.map(([name, hash]): readonly [string, Buffer] => [name, Buffer.from(hash)]),
  ])
}

/** Replaces all goldens of the account. Unchanged files aren't written. */
export async function writeGoldens(account: string, goldens: readonly Golden[], root = goldenFolder): Promise<void> {
  const folder = join(root, account)
  await mkdir(folder, { recursive: true })
  const files = goldens.filter(({ kind }) => kind !== 'hash')
  const hashes = goldens
    .filter(({ kind }) => kind === 'hash')
    .map(({ name, content }) => [name, content.toString()] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
  const names = new Set([...files.map(({ name }) => name), ...(hashes.length > 0 ? [hashList] : [])])
  for (const name of await readdir(folder)) if (!names.has(name)) await rm(join(folder, name))
  for (const { name, content } of files) await writeFile(join(folder, name), content)
  if (hashes.length === 0) return
  await writeFile(join(folder, hashList), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`)
}
