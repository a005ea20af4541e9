/** Inserts an alert by email for all account connections, so that its events are kept. */
import type { AlertRecord } from '../../src/store/alerts.ts'
import { newId } from '../../src/store/new-id.ts'
import type { Tenant } from '../../src/store/store.ts'

export function insertTestAlert({ alerts }: Pick<Tenant, 'alerts'>, events: readonly string[]): Promise<AlertRecord> {
  return alerts.insert(newId(), {
    name: 'operations',
    events,
    connectionIds: [],
    leastRank: 9,
    destinationType: 'mail',
    destinationShown: { host: null, lastCharacters: null, to: ['team@example.com'] },
    destinationSealed: Buffer.from('sealed'),
    frequency: 'immediate',
    digestHour: 7,
    nextDigestAt: null,
    paused: false,
  })
}
