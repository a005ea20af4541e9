/** A TLS proxy in front of a PostgreSQL server without TLS. Its certificate is self-signed for `localhost`. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Only for these tests. Valid until 2126. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUQQ5/DDAJImCiz+0cG1QDGy2XGQgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE3NTkxMloYDzIxMjYxMDI5
MTc1OTEyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATYWTAmeq3iTt2nZcUJPfBEjIT9ovM3GNyTYzaw1F5adHwvZ12IYbnE
J1iVGOtkEjCWmMHq0TmEYZOXZHmzAAh3o2kwZzAdBgNVHQ4EFgQUi0RxvGvqHRm/
veA252vILq/agqEwHwYDVR0jBBgwFoAUi0RxvGvqHRm/veA252vILq/agqEwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAL0uiz9b+2wcmJOgnZJnIBbIX8KFNMiZrWCKAN5bJiIYAiEAwzof678H
klypyqnm1pcVBuaFrn5udjj9VzLRjnmIe68=
-----END CERTIFICATE-----
`
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsvO6TPWop1+H8+j2
ceVhs4EjT/XR27FertDVN+O8Rr2hRANCAATYWTAmeq3iTt2nZcUJPfBEjIT9ovM3
GNyTYzaw1F5adHwvZ12IYbnEJ1iVGOtkEjCWmMHq0TmEYZOXZHmzAAh3
-----END PRIVATE KEY-----
`

/**
 * The first message of a client that requests TLS.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

export type TlsProxy = {
  readonly port: number
  /** For each session, whether it used TLS. */
  readonly sessions: readonly boolean[]
  close(): void
}

/** `plain`: whether sessions without TLS are accepted too. */
export async function startTlsProxy(targetPort: number, { plain }: { readonly plain: boolean }): Promise<TlsProxy> {
  const sockets = new Set<Socket>()
  const sessions: boolean[] = []
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    client.once('data', (first: Buffer) => {
      const isTls = first.equals(sslRequest)
      if (!isTls && !plain) {
        client.destroy()
        return
      }
      const target = connect(targetPort, '127.0.0.1')
      keep(target)
      if (!isTls) {
        sessions.push(false)
        target.write(first)
        client.pipe(target).pipe(client)
        return
      }
      client.write('S')
      const secure = new TLSSocket(client, { isServer: true, cert: certificate, key })
      keep(secure)
      secure.once('secure', () => sessions.push(true))
      secure.pipe(target).pipe(secure)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sessions,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
