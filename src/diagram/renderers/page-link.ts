/** Links between pages: relative and made of graph content only, so that the same account gives the same bytes. */
import type { RenderOptions } from './renderer.ts'

/** To the page that `focus` selects, in the format and the manner of the picture that holds the link. */
export function pageLink(focus: string, format: string, { theme, stamp }: RenderOptions): string {
  const parts = [
    ...(focus === '' ? [] : [`focus=${encodeURIComponent(focus.toWellFormed())}`]),
    `format=${format}`,
    ...(theme.name === 'dark' ? ['theme=dark'] : []),
    ...(stamp === undefined ? [] : ['stamp=true']),
  ]
  return `?${parts.join('&')}`
}
