/** Finds ports for servers whose address is needed before they listen. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { PortTakenError } from '../../src/composition/service.ts'

const mostPorts = 10

/** Starts on a free port, or on another one if that was taken in the meantime. A failed start has to clean up. */
export async function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await start(await freePort())
    } catch (error) {
      if (!(error instanceof PortTakenError) || tried === mostPorts) throw error
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
