/** Tests a service whose log can't be written, as on a full disk. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PortTakenError } from '../../src/composition/service.ts'
import { onFreePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/surveyor-process.ts'

const launcher = resolve(import.meta.dirname, '../../bin/surveyor')

test('a log that cannot be written does not end or block the service', async () => {
  const folder = await temporaryFolder()
  const full = openSync('/dev/full', 'w')
  const { PATH = '', HOME = '' } = process.env
  try {
    await onFreePort(async (port) => {
      const service = spawn(launcher, ['start'], {
        env: { PATH, HOME, DRAIN_SECONDS: '0', DATA_DIR: join(folder.path, 'data'), PORT: String(port) },
        stdio: ['ignore', full, 'pipe'],
      })
      let said = ''
      service.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
      const ended = once(service, 'exit')
      const statusOf = async (path: string) => {
        if (said.includes('is in use by another process')) throw new PortTakenError(said)
        const signal = AbortSignal.timeout(60_000)
        return fetch(`http://127.0.0.1:${port}${path}`, { signal }).then(
          ({ status }) => status,
          () => null,
        )
      }
      try {
        for (const deadline = performance.now() + 300_000; (await statusOf('/readyz')) !== 200;) {
          if (performance.now() > deadline) throw new Error(`The service is not ready: ${said}`)
          await sleep(100)
        }
        expect(await statusOf('/healthz')).toBe(200)
        service.kill('SIGTERM')
        expect(await ended).toEqual([0, null])
      } finally {
        service.kill('SIGKILL')
        await ended
      }
    })
  } finally {
    closeSync(full)
    await folder.remove()
  }
})
