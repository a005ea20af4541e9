/** How answers name resources. */
import { Type } from 'typebox'
import { shortName } from './fitting.ts'

export const nullable = Type.Unsafe<string | null>({ type: ['string', 'null'] })

/** Of objects whose fields their names tell. */
export const list = Type.Unsafe<readonly unknown[]>({ type: 'array' })
/** An object with any fields. */
export const fields = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' })
export const counts = Type.Unsafe<Readonly<Record<string, number>>>({ type: 'object' })

export const named = {
  type: Type.String(),
  id: nullable,
  name: nullable,
}

type Named = { readonly type: string; readonly id: string | null; readonly name: string | null }

export const namedResource = ({ type, id, name }: Named) => ({ type, id, name: name === id ? null : shortName(name) })

export const resourceInput = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'ID, ARN, TYPE/ID, or unique name',
})

/** Types that couldn't be read. Full ones have the reason, and the account and region. */
export function unreadFacts(
  unread: readonly { readonly type: string; readonly action: string | null }[],
  level: string,
): readonly object[] {
  if (level === 'full') return unread
  return unread.map(({ type, action }) => ({ type, ...(action !== null && { action }) }))
}
