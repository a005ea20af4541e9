/** Splits a setting where connection strings, queries, lists, and JSON separate their parts. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,;"'`|<>()[\]{}&=?#]+/)
}
