/** Defines the states of an account connection and their transitions. */
import type { ConnectionStatus } from '../store/connection-status.ts'

/** The result of a verification, or a change of the role. */
export type ConnectionEvent = 'verified' | 'refused' | 'undecided' | 'role changed'

const transitions: Readonly<Record<ConnectionStatus, Readonly<Record<ConnectionEvent, ConnectionStatus>>>> = {
  pending: { verified: 'connected', refused: 'failed', undecided: 'pending', 'role changed': 'pending' },
  connected: { verified: 'connected', refused: 'failed', undecided: 'connected', 'role changed': 'pending' },
  failed: { verified: 'connected', refused: 'failed', undecided: 'failed', 'role changed': 'pending' },
}

/**
 * A policy that is being replaced refuses for a moment. A connection fails after this many refused scans or checks in a
 * row.
 */
export const refusalsInARowToFail = 2

/** Returns what a refusal by STS means for a connection that has worked. `inARow` includes this refusal. */
export function refusalEvent(inARow: number): 'refused' | 'undecided' {
  return inARow >= refusalsInARowToFail ? 'refused' : 'undecided'
}

export function transition(status: ConnectionStatus, event: ConnectionEvent): ConnectionStatus {
  return transitions[status][event]
}
