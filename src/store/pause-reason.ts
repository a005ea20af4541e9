/** Why a schedule is paused: by a user or caller, or because its account connection isn't connected. */
export type PauseReason = 'requested' | 'connection'
