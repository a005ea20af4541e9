/** The status of an account connection. */
export type ConnectionStatus = 'connected' | 'pending' | 'failed'
