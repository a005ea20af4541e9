/** Defines the statuses of an account connection. */

export const connectionStatuses = ['connected', 'pending', 'failed'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]
