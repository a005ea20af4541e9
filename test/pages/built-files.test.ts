/** Tests the files of the built dashboard that the service sends. */
import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildDashboard } from '../support/built-dashboard.ts'

const folder = resolve(import.meta.dirname, '../../dashboard/dist')

test('scripts, styles and the document have compressed copies of the same content', async () => {
  await buildDashboard()
  const names = await Array.fromAsync(glob('**/*.{css,html,js}', { cwd: folder }))
  expect(names).toContain('index.html')
  for (const name of names) {
    const content = await readFile(join(folder, name))
    expect(brotliDecompressSync(await readFile(join(folder, `${name}.br`))).equals(content)).toBe(true)
    expect(gunzipSync(await readFile(join(folder, `${name}.gz`))).equals(content)).toBe(true)
  }
})
