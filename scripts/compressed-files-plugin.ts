/** Writes compressed copies beside the built files, which the service sends to clients that accept them. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

export function compressedFilesPlugin(): Plugin {
  return { name: 'surveyor-compressed-files', apply: 'build', writeBundle: ({ dir = '' }) => compressFiles(dir) }
}

/** Only where the copy is smaller. Fonts and bitmaps are compressed already. */
export async function compressFiles(folder: string): Promise<void> {
  // Where the project's Node doesn't exist for the platform, an older one may build.
  for (const path of await readdir(folder, { recursive: true })) {
    if (!/\.(?:css|html|js|json|svg|ttf)$/.test(path)) continue
    const file = join(folder, path)
    const bytes = await readFile(file)
    for (const [extension, copy] of [
      ['.br', await promisify(brotliCompress)(bytes)],
      ['.gz', await promisify(gzip)(bytes)],
    ] as const) {
      if (copy.length < bytes.length) await writeFile(`${file}${extension}`, copy)
    }
  }
}
