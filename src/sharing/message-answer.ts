/** Says why a share link shows no diagram: as a page, or as a picture for an image element. */
import { messagePicture } from '../drawing/message-picture.ts'
import type { ShareRequest } from './share-request.ts'

/** One text for all links that show nothing, so that it reveals nothing about them. */
export const deadText = 'This link has expired or was revoked.'
export const missingText = 'The newest scan has no such diagram.'
export const busyText = 'Too many diagrams are being drawn. Reload in a few seconds.'

export type MessageAnswer = { readonly body: Uint8Array | string; readonly mediaType: string }

const pictures = new Map<string, Uint8Array>()

export function messageAnswer(message: string, { format, theme }: ShareRequest): MessageAnswer {
  if (format === 'html') return { body: messagePage(message, theme), mediaType: 'text/html' }
  const mediaType = format === 'svg' ? 'image/svg+xml' : 'image/png'
  const key = `${format} ${theme} ${message}`
  const body = pictures.get(key) ?? messagePicture(message, theme, format)
  pictures.set(key, body)
  return { body, mediaType }
}

/** `message` has no markup. */
function messagePage(message: string, theme: ShareRequest['theme']): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme}">
<title>${message}</title>
<style>body{font:16px/1.5 Inter,'Helvetica Neue',Arial,sans-serif;margin:10vh auto;max-width:32rem;padding:0 1rem}</style>
</head>
<body>
<h1>${message}</h1>
<p>Ask the person who shared it for a new link.</p>
</body>
</html>
`
}
