/** Defines the scopes of API keys. Neither scope includes the other. */

export const scopes = ['read', 'write'] as const
export type Scope = (typeof scopes)[number]
