/** Defines a wire protocol: finds the operation of a request, reads its input, and writes its output or an error. */
import type { ReceivedRequest } from '../signature.ts'
import type { WireOperation, WireService } from './operation.ts'

export type WireResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export type WireProtocol = {
  /** Returns `null` if the request isn't one of this service. */
  findOperation(service: WireService, request: ReceivedRequest): WireOperation | { readonly unknown: string } | null
  /** Throws a `ProviderError` for members that the operation's input schema doesn't have. */
  readInput(service: WireService, operation: WireOperation, request: ReceivedRequest): Promise<Record<string, unknown>>
  writeOutput(service: WireService, operation: WireOperation, output: object, requestId: string): WireResponse
}
