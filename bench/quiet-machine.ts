/** Waits until other programs leave the processors idle, because ratios on a busy machine aren't meaningful. */
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const sampleMs = 1_000
const longestWaitMs = 120_000
/** The share of all processors' time. */
const quietShare = 0.1

/** Returns the share that other programs use, 0 to 1. Waits at most two minutes. */
export async function waitForQuiet(): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += sampleMs) {
    const before = processorTimes()
    await delay(sampleMs)
    const after = processorTimes()
    const busy = (after.busy - before.busy) / Math.max(1, after.all - before.all)
    if (busy <= quietShare || waitedMs >= longestWaitMs) return busy
  }
}

function processorTimes(): { readonly busy: number; readonly all: number } {
  const times = cpus().map((processor) => processor.times)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  const all = times.reduce((sum, { user, nice, sys, irq, idle: rest }) => sum + user + nice + sys + irq + rest, 0)
  return { busy: all - idle, all }
}
