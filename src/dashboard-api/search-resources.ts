/** Finds resources by a port or by words in their properties, tags, and identifiers. */
import type { Json, Resource } from '../graph/resource-graph.ts'

/** A test of resources for a search text; `null` without words. */
export function searchOf(text: string): ((resource: Resource) => boolean) | null {
  const words = text
    .toLowerCase()
    .split(/[\s:=/]+/u)
    .filter((word) => word !== '')
  if (words.length === 0) return null
  const port = portIn(words)
  const wanted = words.map((word) => (/^\d+$/u.test(word) ? wholeNumber(word) : partOf(word)))
  return (resource) =>
    (port !== null && opensPort(resource.properties, port)) ||
    wanted.every((isIn) => textsOf(resource).some((each) => isIn(each)))
}

type Port = { readonly protocol: string | null; readonly port: number }

/** `5432`, `tcp 22`, `22/tcp`, or `port 443`. */
function portIn(words: readonly string[]): Port | null {
  const rest = words.filter((word) => word !== 'port')
  const protocol = rest.find((word) => word === 'tcp' || word === 'udp') ?? null
  const [number, ...others] = rest.filter((word) => word !== protocol)
  if (number === undefined || others.length > 0 || !/^\d{1,5}$/u.test(number)) return null
  return { protocol, port: Number(number) }
}

/** Whether a rule, listener, or endpoint in these properties has the port. */
function opensPort(value: Json, port: Port): boolean {
  if (Array.isArray(value)) return value.some((item: Json) => opensPort(item, port))
  if (value === null || typeof value !== 'object') return false
  const fields = new Map(Object.entries(value).map(([key, field]) => [key.toLowerCase(), field]))
  return isPortOf(fields, port) || [...fields.values()].some((field) => opensPort(field, port))
}

function isPortOf(fields: ReadonlyMap<string, Json>, { protocol, port }: Port): boolean {
  const stated = fields.get('ipprotocol') ?? fields.get('protocol')
  const name = typeof stated === 'string' ? stated.toLowerCase() : null
  if (protocol === 'udp' ? name !== 'udp' : protocol === 'tcp' && (name === 'udp' || name === 'icmp')) return false
  const [first, last] = [fields.get('fromport'), fields.get('toport')].map(Number)
  if (fields.has('fromport') && first !== undefined && last !== undefined) {
    // A rule for all ports would match every search.
    return first <= port && port <= last && !(first <= 0 && last === 65_535)
  }
  return [...fields].some(
    ([key, field]) => key.endsWith('port') && field !== null && field !== '' && Number(field) === port,
  )
}

function partOf(word: string) {
  return (text: string) => text.includes(word)
}

/** Numbers within identifiers don't count. */
function wholeNumber(word: string) {
  const number = new RegExp(`(?<![\\w.-])${word}(?![\\w.-])`, 'u')
  return (text: string) => number.test(text)
}

const known = new WeakMap<Resource, readonly string[]>()

function textsOf(resource: Resource): readonly string[] {
  const texts = known.get(resource) ?? newTexts(resource)
  known.set(resource, texts)
  return texts
}

function newTexts({ id, arn, name, type, tags, properties }: Resource): readonly string[] {
  const named = Object.entries(tags).map(([key, value]) => `${key}=${value}`)
  return [id, arn ?? '', name ?? '', type, ...named, ...valuesOf(properties)].map((text) => text.toLowerCase())
}

function valuesOf(value: Json): readonly string[] {
  if (value === null) return []
  if (Array.isArray(value)) return value.flatMap((item: Json) => valuesOf(item))
  if (typeof value !== 'object') return [String(value)]
  return Object.entries(value).flatMap(([key, field]) => [key, ...valuesOf(field)])
}
