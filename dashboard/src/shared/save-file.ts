/** Downloads a response as a file. An error response becomes an error on the page, not a file. */
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
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
