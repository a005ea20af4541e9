/** Field schemas that several API objects share. */
import { Type } from 'typebox'

/** A UUID in any letter case. IDs are compared in lower case. */
export const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

export const uuid = (description: string) => Type.String({ format: 'uuid', pattern: uuidPattern, description })

/** ISO 8601 in UTC with milliseconds, for example `2026-02-01T12:00:00.000Z`. */
export const timestamp = (description: string) => Type.String({ format: 'date-time', description })

export const nullableString = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })

export const accountNumber = (description: string) => Type.String({ pattern: '^[0-9]{12}$', description })

/** Any JSON value. */
export const json = (description: string) => Type.Unsafe<unknown>({ description })
