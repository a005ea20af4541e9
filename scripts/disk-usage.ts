/** Measures the disk usage of files in whole blocks, like `du`. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const blockBytes = 512

/** Returns bytes. Files with several links within the folder count once. */
export function diskUsage(path: string, counted = new Set<number>()): number {
  const stat = lstatSync(path)
  const { blocks, ino, nlink } = stat
  if (nlink > 1 && counted.has(ino)) return 0
  counted.add(ino)
  const entries = stat.isDirectory() ? readdirSync(path) : []
  return entries.reduce((sum, entry) => sum + diskUsage(join(path, entry), counted), blocks * blockBytes)
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
