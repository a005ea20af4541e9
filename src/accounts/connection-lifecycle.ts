/** The states of an account connection and what moves it from one to another. */
import type { ConnectionStatus } from '../store/connection-status.ts'

/** What a verification ended with. */
export type ConnectionEvent = 'verified' | 'refused' | 'undecided'

const transitions: Readonly<Record<ConnectionStatus, Readonly<Record<ConnectionEvent, ConnectionStatus>>>> = {
  pending: { verified: 'connected', refused: 'failed', undecided: 'pending' },
  connected: { verified: 'connected', refused: 'failed', undecided: 'connected' },
  failed: { verified: 'connected', refused: 'failed', undecided: 'failed' },
}

export function transition(status: ConnectionStatus, event: ConnectionEvent): ConnectionStatus {
  return transitions[status][event]
}
