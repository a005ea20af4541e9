/** Query parameters of all paginated lists. */
import { Type } from 'typebox'

export const pageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size.' }),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2048, description: '`meta.cursor` of the previous page.' }),
  ),
}

/** A filter by ID. An unknown ID matches nothing. */
export const idFilter = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, description }))

export const textFilter = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 512, description }))
