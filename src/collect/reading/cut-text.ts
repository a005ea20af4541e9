/** Cuts texts that are too long to store. */

/** The last character of a cut text is an ellipsis. */
export function cutText(text: string, mostUnits: number): string {
  if (text.length <= mostUnits) return text
  const end = mostUnits - 1
  const isWithinPair = (text.codePointAt(end - 1) ?? 0) > 0xffff
  // Copied by its bytes, because a slice would keep the whole text in memory.
  return `${Buffer.from(text.slice(0, isWithinPair ? end - 1 : end)).toString()}…`
}
