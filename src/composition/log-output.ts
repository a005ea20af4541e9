/**
 * Writes the log to standard output. If that fails, for example on a full disk, lines wait in memory and the process
 * continues.
 */
import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Further lines are dropped, because the service is more important than its log. */
const mostWaitingBytes = 4 * 1024 * 1024
const tryAgainMs = 100

const standardOutput = 1

/**
 * The logging library's own destination throws on a full disk. It then retries forever instead of letting the process
 * end.
 */
export function openLogOutput(descriptor = standardOutput): DestinationStream {
  let lines: Buffer[] = []
  let waitingBytes = 0
  /** The bytes that are being written or will be retried. */
  let rest: Buffer | null = null
  let isUnderWay = false

  function send(): void {
    if (rest === null) {
      if (lines.length === 0) return
      rest = Buffer.concat(lines)
      lines = []
    }
    isUnderWay = true
    const whole = rest
    write(descriptor, whole, (error, written) => {
      isUnderWay = false
      if (error === null) {
        waitingBytes -= written
        rest = written === whole.length ? null : whole.subarray(written)
        send()
      } else setTimeout(send, tryAgainMs).unref()
    })
  }

  // One last attempt. The process can't wait for a reader or for disk space.
  process.once('exit', () => {
    try {
      writeSync(descriptor, Buffer.concat([...(rest === null || isUnderWay ? [] : [rest]), ...lines]))
    } catch {
      // There is no place left to report the error.
    }
  })

  return {
    write(text) {
      const line = Buffer.from(text)
      if (waitingBytes + line.length > mostWaitingBytes) return
      waitingBytes += line.length
      lines.push(line)
      if (rest === null) send()
    },
  }
}
