/** Writes compressed copies beside the built files, which the service sends to clients that accept them. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

export function compressedFilesPlugin(): Plugin {
  return { name: 'surveyor-compressed-files', apply: 'build', writeBundle: ({ dir = '' }) => compressFiles(dir) }
}

/** Writes a copy only if it is smaller. Fonts and bitmaps are already compressed. */
export async function compressFiles(folder: string): Promise<void> {
  // On platforms without the project's Node, an older one may run the build.
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
