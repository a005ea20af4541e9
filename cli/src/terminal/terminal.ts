/** Where commands write: results to standard output, everything else to standard error. */
import { stripVTControlCharacters } from 'node:util'

export type Environment = Readonly<Record<string, string | undefined>>

export type Stream = {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  write(content: string | Uint8Array): unknown
}

export type Terminal = {
  readonly environment: Environment
  readonly output: Stream
  readonly errorOutput: Stream
  /** Standard input as it arrives. */
  readonly input: AsyncIterable<string | Uint8Array>
  /** All of it. */
  readStandardInput(): Promise<string>
}

export type Style = 'red' | 'green' | 'yellow' | 'dim' | 'bold'
export type Paint = (style: Style, text: string) => string

const codes: Readonly<Record<Style, readonly [start: number, end: number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  dim: [2, 22],
  bold: [1, 22],
}

/** Colors only on a terminal, and not with `NO_COLOR` (https://no-color.org). */
export function painter(stream: Stream, environment: Environment): Paint {
  const isPlain = stream.isTTY !== true || (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb'
  return (style, text) => (isPlain ? text : `\u001B[${codes[style][0]}m${text}\u001B[${codes[style][1]}m`)
}

// oxlint-disable-next-line no-control-regex -- These are what it removes.
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Names in AWS are other people's text: they must not move the cursor, change colors, or turn the writing direction. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(controls, '\uFFFD')
    .replaceAll(/[\n\t]+/g, ' ')
}
