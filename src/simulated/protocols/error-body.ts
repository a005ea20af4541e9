/** Writes the error responses of each dialect. */
import type { Dialect, ProviderError } from '../provider-error.ts'
import type { WireService } from './operation.ts'
import type { WireResponse } from './wire-protocol.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/** Returns an error in this dialect. `service` is `null` if the request was rejected before its service was known. */
export function writeError(
  dialect: Dialect,
  error: ProviderError,
  requestId: string,
  service: WireService | null,
): WireResponse {
  const body = errorBody(dialect, error, requestId, service)
  const json = dialect === 'json' || dialect === 'rest json'
  return {
    status: error.status,
    headers: {
      'content-type': json ? 'application/x-amz-json-1.1' : 'text/xml;charset=UTF-8',
      'x-amzn-requestid': requestId,
      ...(dialect === 'rest json' ? { 'x-amzn-errortype': error.code } : {}),
      ...(dialect === 's3' ? { 'x-amz-request-id': requestId } : {}),
    },
    body: json ? body : `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  }
}

function errorBody(dialect: Dialect, error: ProviderError, requestId: string, service: WireService | null): string {
  const content = `<Code>${escapeXml(error.code)}</Code><Message>${escapeXml(error.message)}</Message>`
  if (dialect === 'ec2') {
    return `<Response><Errors><Error>${content}</Error></Errors><RequestID>${requestId}</RequestID></Response>`
  }
  if (dialect === 's3') {
    return `<Error>${content}<RequestId>${requestId}</RequestId><HostId>simulated</HostId></Error>`
  }
  if (dialect === 'query') {
    const type = error.status >= 500 ? 'Receiver' : 'Sender'
    const namespace = service === null || service.xmlNamespace === '' ? '' : ` xmlns="${service.xmlNamespace}"`
    return `<ErrorResponse${namespace}><Error><Type>${type}</Type>${content}</Error><RequestId>${requestId}</RequestId></ErrorResponse>`
  }
  return JSON.stringify({ ...(dialect === 'json' ? { __type: error.code } : {}), message: error.message })
}
