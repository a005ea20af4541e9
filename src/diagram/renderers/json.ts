/** JSON: the placed diagram as it is, for those who draw it themselves. */
import type { Renderer } from './renderer.ts'

export const json: Renderer = {
  mediaType: 'application/json',
  fileExtension: 'json',
  needs: 'placed',
  render: (placed, { stamp }) =>
    new TextEncoder().encode(`${JSON.stringify(stamp === undefined ? placed : { ...placed, stamp })}\n`),
}
