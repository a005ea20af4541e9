/** Cuts texts that are longer than what is kept of them. */

/** Of a text that was cut: what is left, the last character an ellipsis. */
export function cutText(text: string, mostUnits: number): string {
  if (text.length <= mostUnits) return text
  const end = mostUnits - 1
  const isWithinPair = (text.codePointAt(end - 1) ?? 0) > 0xffff
  // Copied by its bytes: a part of a text keeps all of it in memory.
  return `${Buffer.from(text.slice(0, isWithinPair ? end - 1 : end)).toString()}…`
}
