/** Counts the calls of one collector, bounds them by the scan's signal, and leaves everything else to the SDK's client. */
import type { HeldResponses } from '../../cloud/responses/response-memory.ts'
import type { SdkClient } from '../../cloud/sdk/client.ts'
import { failedOperation } from './failed-operation.ts'
import { repeatedPages } from './repeated-pages.ts'

export type CallMeter = { calls: number; retries: number }

type Metadata = { readonly $metadata?: { readonly attempts?: number } }

type Metered = {
  readonly meter: CallMeter
  readonly signal: AbortSignal
  /** Without it, responses release their memory as soon as they are received. */
  readonly held?: HeldResponses
}

/** Wraps a client for one collector. Paginators accept it like the original. */
export function meteredClient<Client extends SdkClient>(client: Client, { meter, signal, held }: Metered): Client {
  const refuseRepeated = repeatedPages()
  const metered = Object.create(client) as Client
  metered.send = async (command: never) => {
    refuseRepeated(command)
    meter.calls += 1
    try {
      const output = await client.send(command, { abortSignal: signal, ...(held !== undefined && { held }) })
      meter.retries += repeated(output)
      return output
    } catch (error) {
      meter.retries += repeated(error)
      failedOperation.remember(error, command)
      throw error
    }
  }
  return metered
}

function repeated(answer: unknown): number {
  const attempts = (answer as Metadata | null)?.$metadata?.attempts ?? 1
  return Math.max(0, attempts - 1)
}
