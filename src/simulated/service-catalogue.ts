/**
 * Loads the simulated services from the folder `services/`. The SDK's client packages are large and load with the first
 * request.
 */
import { readdirSync } from 'node:fs'
import type { ServiceDefinition } from './define-service.ts'
import type { SimulatedService } from './service.ts'

export type LoadedService = SimulatedService & {
  /** The name in calls and fault rules, and of its file. */
  readonly name: string
  /**
   * The service in the signature's scope. Several services may share one, for example both generations of load
   * balancers.
   */
  readonly signingName: string
}

const folder = new URL('services/', import.meta.url)

/** The files by name. A packed service has them as JavaScript. */
const files: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(folder).flatMap((file) => {
    const [, name] = /^([\w-]+)\.[jt]s$/.exec(file) ?? []
    return name === undefined ? [] : [[name, new URL(file, folder).href] as const]
  }),
)

export const serviceNames: readonly string[] = Object.keys(files).toSorted()

let definitions: Promise<readonly (ServiceDefinition & { readonly name: string })[]> | undefined

/** Returns the services with this signing name, or all services. */
export async function loadServices(signingName?: string): Promise<readonly LoadedService[]> {
  definitions ??= Promise.all(
    serviceNames.map(async (name) => {
      const { service } = (await import(String(files[name]))) as { readonly service: ServiceDefinition }
      return { ...service, name }
    }),
  )
  const fitting = (await definitions).filter(({ signedFor }) => signedFor === (signingName ?? signedFor))
  return Promise.all(
    fitting.map(async ({ name, signedFor, load }) => ({ ...(await load()), name, signingName: signedFor })),
  )
}
