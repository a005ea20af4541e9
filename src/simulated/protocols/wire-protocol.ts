/** What each wire protocol must do: find the operation of a request, read its input, write its output or an error. */
import type { ReceivedRequest } from '../signature.ts'
import type { WireOperation, WireService } from './operation.ts'

export type WireResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export type WireProtocol = {
  /** `null` when the request is not one of this service. */
  findOperation(service: WireService, request: ReceivedRequest): WireOperation | { readonly unknown: string } | null
  /** Throws a `ProviderError` for what the operation's input schema does not know. */
  readInput(service: WireService, operation: WireOperation, request: ReceivedRequest): Promise<Record<string, unknown>>
  writeOutput(service: WireService, operation: WireOperation, output: object, requestId: string): WireResponse
}
