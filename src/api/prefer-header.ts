/** The header `Prefer`, as RFC 7240 writes it. */
import type { IncomingHttpHeaders } from 'node:http'

/** Whether `respond-async` is among the preferences; not when it only stands within another's quoted text or parameters. */
export function prefersRespondAsync(headers: IncomingHttpHeaders): boolean {
  const preferences = [headers.prefer ?? []].flat().join(',')
  const withoutQuotedText = preferences.replaceAll(/"(?:[^"\\]|\\.)*(?:"|$)/g, '""')
  return withoutQuotedText.split(',').some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference))
}
