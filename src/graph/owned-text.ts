/** Text that shares no memory with another one: a part of a text, as parsers cut it out, holds on to the whole of it. */

export function ownedText(text: string): string {
  return ` ${text}`.slice(1)
}
