/** The path parameter of operations on one object. */
import { Type } from 'typebox'
import { uuid } from './fields.ts'

export const idPath = (description: string) => Type.Object({ id: uuid(description) }, { additionalProperties: false })

export const noParameters = Type.Object({}, { additionalProperties: false })
