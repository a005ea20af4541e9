/** The states of an account connection and what moves it from one to another. */
import type { ConnectionStatus } from '../store/connection-status.ts'

/** What a verification ended with, or that another role has to be verified. */
export type ConnectionEvent = 'verified' | 'refused' | 'undecided' | 'role changed'

const transitions: Readonly<Record<ConnectionStatus, Readonly<Record<ConnectionEvent, ConnectionStatus>>>> = {
  pending: { verified: 'connected', refused: 'failed', undecided: 'pending', 'role changed': 'pending' },
  connected: { verified: 'connected', refused: 'failed', undecided: 'connected', 'role changed': 'pending' },
  failed: { verified: 'connected', refused: 'failed', undecided: 'failed', 'role changed': 'pending' },
}

export function transition(status: ConnectionStatus, event: ConnectionEvent): ConnectionStatus {
  return transitions[status][event]
}
