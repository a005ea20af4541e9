/**
 * For `--import`: sets the clock of this process, in all threads, ahead by the milliseconds in the file `CLOCK_FILE`.
 * Timers and durations aren't affected, as with a real clock that jumps.
 */
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const readEveryMs = 20

const file = process.env['CLOCK_FILE'] ?? ''
const realNow = Date.now.bind(Date)
let aheadMs = 0
setInterval(() => {
  const before = aheadMs
  const text = readFileSync(file, 'utf8')
  // Empty while it is being written.
  if (text !== '') aheadMs = Number(text)
  if (aheadMs !== before && isMainThread) process.stdout.write(`the clock jumped to ${aheadMs} ms ahead\n`)
}, readEveryMs).unref()
const now = () => realNow() + aheadMs

globalThis.Date = new Proxy(Date, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget) as Date,
  apply: () => new Date().toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})
