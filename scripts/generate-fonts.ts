/** Generates the fonts with the characters that every diagram has. With `--check`: fails if one isn't up to date. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { subsetInter, usualCharacters, usualFontUrl } from '../src/diagram/typeface/subset-inter.ts'

for (const weight of [400, 600] as const) {
  const url = usualFontUrl(weight)
  const font = Buffer.from(await subsetInter(weight, usualCharacters))
  if (!process.argv.includes('--check')) {
    await writeFile(url, font)
  } else if (!(await readFile(url).catch(() => Buffer.alloc(0))).equals(font)) {
    console.error(`${fileURLToPath(url)} is not up to date: run npm run generate`)
    process.exitCode = 1
  }
}
