/** Replaces known values in texts: long ones anywhere, short ones only as whole words. The longest value wins. */

/** Shorter values would match by chance within other words. */
const shortestWithinWords = 6
const shortest = 3

/** Characters between words. All others, and all that aren't ASCII, are part of words. */
const delimiter = /[^0-9A-Za-z\u0080-\uffff]/

export function coreOf(value: string): string {
  let [start, end] = [0, value.length]
  while (start < end && delimiter.test(value.charAt(start))) start += 1
  while (end > start && delimiter.test(value.charAt(end - 1))) end -= 1
  return value.slice(start, end)
}

/** Values with fewer than 3 characters are ignored. */
export function replacerOf(values: ReadonlyMap<string, string>): (text: string) => string {
  const used = [...values.keys()].filter((value) => value.length >= shortest)
  const byStart = Map.groupBy(used, (value) => value.slice(0, shortest))
  for (const candidates of byStart.values()) candidates.sort((a, b) => b.length - a.length)
  const mayStart = new Uint8Array(2 ** 16)
  for (const start of byStart.keys()) mayStart[hashAt(start, 0)] = 1

  const valueAt = (text: string, at: number): string | undefined => {
    if (mayStart[hashAt(text, at)] === 0) return undefined
    return byStart
      .get(text.slice(at, at + shortest))
      ?.find(
        (value) =>
          text.startsWith(value, at) && (value.length >= shortestWithinWords || isWord(text, at, value.length)),
      )
  }

  return (text) => {
    let result = ''
    let copied = 0
    for (let at = 0; at + shortest <= text.length;) {
      const value = valueAt(text, at)
      if (value === undefined) {
        at += 1
        continue
      }
      result += text.slice(copied, at) + (values.get(value) ?? '')
      at += value.length
      copied = at
    }
    return copied === 0 ? text : result + text.slice(copied)
  }
}

function isWord(text: string, at: number, length: number): boolean {
  return (
    (at === 0 || delimiter.test(text.charAt(at - 1))) &&
    (at + length === text.length || delimiter.test(text.charAt(at + length)))
  )
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 0xffff
}
