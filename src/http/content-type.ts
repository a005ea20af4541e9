/** Text is UTF-8, and says so where readers would guess: XML and PDF say it within. */
export function contentType(mediaType: string): string {
  return /^text\/|^application\/json$/.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType
}
