import { expect, test } from 'vitest'
import { protocolsOf } from './listener-protocols.ts'

test.each([
  ['HTTPS', ['tcp']],
  ['TLS', ['tcp']],
  ['UDP', ['udp']],
  ['QUIC', ['udp']],
  ['TCP_UDP', ['tcp', 'udp']],
  ['TCP_QUIC', ['tcp', 'udp']],
  ['GENEVE', []],
  [undefined, ['tcp']],
])('%s', (protocol, expected) => expect(protocolsOf(protocol)).toEqual(expected))
