/** Splits standard input into lines: one message of the Model Context Protocol each. */

/** The service accepts 64 KiB. The rest of a longer line is dropped, so that it doesn't fill the memory. */
const longestBytes = 1024 * 1024
const newline = 0x0a

/** `null`: a line that is too long. An unfinished last line is yielded, too. Empty lines are left out. */
export async function* messageLines(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | null, void> {
  let parts: Uint8Array[] = []
  let bytes = 0
  const add = (part: Uint8Array) => {
    bytes += part.length
    if (bytes > longestBytes) parts = []
    else parts.push(part)
  }
  const take = (): string | null => {
    const line = bytes > longestBytes ? null : Buffer.concat(parts).toString('utf8').trim()
    parts = []
    bytes = 0
    return line
  }
  for await (const given of input) {
    let chunk = Buffer.from(given)
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline)) {
      add(chunk.subarray(0, at))
      const line = take()
      if (line !== '') yield line
      chunk = chunk.subarray(at + 1)
    }
    add(chunk)
  }
  const last = take()
  if (last !== '') yield last
}
