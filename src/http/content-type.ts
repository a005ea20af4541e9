/** Returns the content type. Text and JSON get the UTF-8 charset, because XML and PDF declare their encoding themselves. */
export function contentType(mediaType: string): string {
  return /^text\/|^application\/json$/.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType
}
