/** Headers that the Model Context Protocol requires over HTTP, and that messages on standard input don't have. */

/** Revisions since 2026-07-28 name themselves in each message. */
const versionField = 'io.modelcontextprotocol/protocolVersion'

/** The parameter that each method repeats in the header `Mcp-Name`. */
const nameFields: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `negotiated`: the revision of `initialize`, which earlier revisions have instead. */
export function protocolHeaders(message: unknown, negotiated: string | null): Record<string, string> {
  const { method, params } = isFields(message) ? message : {}
  const given = isFields(params) ? params : {}
  const version = isFields(given['_meta']) ? given['_meta'][versionField] : undefined
  if (typeof version !== 'string' || typeof method !== 'string') {
    return negotiated === null ? {} : { 'mcp-protocol-version': negotiated }
  }
  const name = given[nameFields.get(method) ?? '']
  return {
    'mcp-protocol-version': headerText(version),
    'mcp-method': headerText(method),
    ...(typeof name === 'string' && { 'mcp-name': headerText(name) }),
  }
}

/** Base64 for what a header can't have: other characters than ASCII, spaces at the ends, and the form of Base64 itself. */
function headerText(text: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(text) && !/^=\?base64\?.*\?=$/i.test(text)) return text
  return `=?base64?${Buffer.from(text).toString('base64')}?=`
}
