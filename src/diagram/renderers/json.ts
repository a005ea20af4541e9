/** JSON: the placed diagram, for clients that draw it themselves. `contract/placed-diagram.ts` has its schema. */
import type { Renderer } from './renderer.ts'

const version = 1

export const json: Renderer = {
  mediaType: 'application/json',
  fileExtension: 'json',
  needs: 'placed',
  render: (placed, { stamp }) =>
    new TextEncoder().encode(`${JSON.stringify({ version, ...placed, ...(stamp !== undefined && { stamp }) })}\n`),
}
