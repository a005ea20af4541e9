/** A TCP proxy in front of a database whose connections can break like those of a network. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type BreakableProxy = {
  readonly port: number
  /** Resets both ends. */
  reset(): void
  /** Closes both ends in an orderly way. */
  end(): void
  /** Stops all data without notice until `reset`. */
  freeze(): void
  close(): void
}

export async function startBreakableProxy(targetPort: number): Promise<BreakableProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    const pair = [client, target] as const
    pairs.add(pair)
    client.pipe(target)
    target.pipe(client)
    for (const socket of pair) {
      socket.on('error', () => {
        // The same event that the other end would get without a proxy.
        for (const end of pair) end.destroy()
      })
      socket.on('close', () => pairs.delete(pair))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const each = (change: (socket: Socket) => void): void => {
    for (const pair of pairs) pair.forEach(change)
  }
  const reset = () => each((socket) => socket.resetAndDestroy())
  return {
    port: (server.address() as AddressInfo).port,
    reset,
    end: () => each((socket) => socket.end()),
    freeze: () => each((socket) => socket.unpipe()),
    close() {
      server.close()
      reset()
    },
  }
}
