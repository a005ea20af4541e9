/** Shows how far a command is: one line that is redrawn on a terminal, plain lines elsewhere. */
import type { Terminal } from './terminal.ts'

export type Progress = {
  /** `done` is between 0 and 1, or null if unknown. */
  update(text: string, done: number | null): void
  /** Prints a line that stays. */
  note(text: string): void
  /** Removes the bar. */
  end(): void
}

const barWidth = 24
const erase = '\r\u001B[2K'
/** Between plain lines, so that the log of a pipeline stays short. */
const plainIntervalMs = 10_000

export function createProgress(terminal: Terminal, options: { readonly quiet: boolean }): Progress {
  if (options.quiet) return { update() {}, note() {}, end() {} }
  const { errorOutput, environment } = terminal
  return errorOutput.isTTY === true && environment['TERM'] !== 'dumb' ? bar(terminal) : lines(terminal)
}

function bar({ errorOutput }: Terminal): Progress {
  let shown = ''
  return {
    update(text, done) {
      const filled = Math.round((done ?? 0) * barWidth)
      const drawn = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${text}`
      const line = drawn.slice(0, (errorOutput.columns ?? 80) - 1)
      if (line !== shown) errorOutput.write(`${erase}${line}`)
      shown = line
    },
    note(text) {
      errorOutput.write(`${shown === '' ? '' : erase}${text}\n${shown}`)
    },
    end() {
      if (shown !== '') errorOutput.write(erase)
      shown = ''
    },
  }
}

function lines({ errorOutput }: Terminal): Progress {
  let shown = ''
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    update(text) {
      if (text === shown || performance.now() - shownAt < plainIntervalMs) return
      errorOutput.write(`${text}\n`)
      shown = text
      shownAt = performance.now()
    },
    note(text) {
      errorOutput.write(`${text}\n`)
    },
    end() {},
  }
}
