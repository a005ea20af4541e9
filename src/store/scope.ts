/** What an API key may do; neither scope implies the other. */

export const scopes = ['read', 'write'] as const
export type Scope = (typeof scopes)[number]
