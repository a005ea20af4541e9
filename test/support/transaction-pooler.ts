/** Simulates a transaction pooler: outside of a transaction, each statement may run in another server session. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import { Client } from 'pg'

/**
 * Supports the part of PostgreSQL's wire protocol for statements without parameters. `count`: the number of sessions,
 * which clients outside of a transaction use in turn.
 */
export async function startTransactionPooler(
  serverUrl: string,
  count: number,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const sessions = Array.from({ length: count }, () => new Client({ connectionString: serverUrl }))
  for (const session of sessions) await session.connect()
  const free = [...sessions]
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    void serve(socket, free).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(serverUrl)
  url.port = typeof address === 'object' && address !== null ? String(address.port) : ''
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      for (const session of sessions) await session.end()
    },
  }
}

async function serve(socket: Socket, free: Client[]): Promise<void> {
  let held: Client | undefined
  let buffer = Buffer.alloc(0)
  let isStarted = false
  for await (const chunk of socket) {
    buffer = Buffer.concat([buffer, chunk as Buffer])
    for (;;) {
      // The first message has no type byte.
      const offset = isStarted ? 1 : 0
      if (buffer.length < offset + 4) break
      const length = offset + buffer.readInt32BE(offset)
      if (buffer.length < length) break
      const message = buffer.subarray(0, length)
      buffer = buffer.subarray(length)
      if (!isStarted) {
        isStarted = true
        socket.write(Buffer.concat([frame('R', Buffer.alloc(4)), readyForQuery]))
      } else if (message.toString('latin1', 0, 1) === 'Q') {
        const text = message.toString('utf8', 5, length - 1)
        const session: Client | undefined = held ?? free.shift()
        if (session === undefined) throw new Error('No session is free')
        socket.write(await answer(session, text))
        if (text === 'begin') held = session
        else if (text === 'rollback') held = undefined
        if (held === undefined) free.push(session)
      } else {
        socket.end()
        return
      }
    }
  }
}

async function answer(session: Client, text: string): Promise<Buffer> {
  const { fields, rows, command } = await session.query<unknown[]>({ text, rowMode: 'array' })
  const columns = fields.map(({ name, dataTypeID }) => {
    const column = Buffer.alloc(18)
    column.writeInt32BE(dataTypeID, 6)
    column.writeInt16BE(-1, 10)
    column.writeInt32BE(-1, 12)
    return Buffer.concat([Buffer.from(`${name}\0`), column])
  })
  const dataRows = rows.map((row) => {
    const values = row.map((value) => {
      const bytes = Buffer.from(String(value))
      return Buffer.concat([int32(bytes.length), bytes])
    })
    return frame('D', Buffer.concat([int16(row.length), ...values]))
  })
  return Buffer.concat([
    ...(fields.length === 0 ? [] : [frame('T', Buffer.concat([int16(fields.length), ...columns]))]),
    ...dataRows,
    frame('C', Buffer.from(`${command}\0`)),
    readyForQuery,
  ])
}

function frame(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content])
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const readyForQuery = frame('Z', Buffer.from('I'))
