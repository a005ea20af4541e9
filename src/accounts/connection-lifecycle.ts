/** The states of an account connection and what moves it from one to another. */
import type { ConnectionStatus } from '../store/connection-status.ts'

/** What a verification ended with, or that another role has to be verified. */
export type ConnectionEvent = 'verified' | 'refused' | 'undecided' | 'role changed'

const transitions: Readonly<Record<ConnectionStatus, Readonly<Record<ConnectionEvent, ConnectionStatus>>>> = {
  pending: { verified: 'connected', refused: 'failed', undecided: 'pending', 'role changed': 'pending' },
  connected: { verified: 'connected', refused: 'failed', undecided: 'connected', 'role changed': 'pending' },
  failed: { verified: 'connected', refused: 'failed', undecided: 'failed', 'role changed': 'pending' },
}

/** A policy that is being replaced refuses for a moment: a connection fails when so many scans or checks in a row were refused. */
export const refusalsInARowToFail = 2

/** What a refusal by STS means for a connection that has worked; `inARow`: this one included. */
export function refusalEvent(inARow: number): 'refused' | 'undecided' {
  return inARow >= refusalsInARowToFail ? 'refused' : 'undecided'
}

export function transition(status: ConnectionStatus, event: ConnectionEvent): ConnectionStatus {
  return transitions[status][event]
}
