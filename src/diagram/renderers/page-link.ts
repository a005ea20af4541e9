/** Relative links between pages, made only of graph content, so that the same account gives the same bytes. */
import type { RenderOptions } from './renderer.ts'

/** The link to the page that `focus` selects, in the same format and with the same options. */
export function pageLink(focus: string, format: string, { theme, stamp, compare }: RenderOptions): string {
  const parts = [
    ...(focus === '' ? [] : [`focus=${encodeURIComponent(focus.toWellFormed())}`]),
    `format=${format}`,
    ...(theme.name === 'dark' ? ['theme=dark'] : []),
    ...(stamp === undefined ? [] : ['stamp=true']),
    ...(compare === undefined ? [] : [`compare=${encodeURIComponent(compare)}`]),
  ]
  return `?${parts.join('&')}`
}
