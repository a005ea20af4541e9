/** Saves what an address answers as a file; a refusal becomes an error in the page, not a file with its text. */
import { requestBlob } from '../http/request.ts'

export async function saveFile(path: string, fileName: string): Promise<void> {
  saveBlob(await requestBlob(path), fileName)
}

export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken it by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
