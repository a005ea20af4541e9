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

export const serviceNames: readonly string[] = readdirSync(folder)
  .filter((file) => /^[\w-]+\.ts$/.test(file))
  .map((file) => file.replace('.ts', ''))
  .toSorted()

type Entry = { readonly name: string; readonly service: ServiceDefinition }

let entries: Promise<readonly Entry[]> | undefined

function readEntries(): Promise<readonly Entry[]> {
  entries ??= Promise.all(
    serviceNames.map(async (name) => {
      const { service } = (await import(new URL(`${name}.ts`, folder).href)) as { readonly service: ServiceDefinition }
      return { name, service }
    }),
  )
  return entries
}

const loaded = new Map<Entry, Promise<LoadedService>>()

/** Returns the services with this signing name; empty if none is simulated. */
export async function loadServices(signingName: string): Promise<readonly LoadedService[]> {
  const fitting = (await readEntries()).filter(({ service }) => service.signedFor === signingName)
  return Promise.all(fitting.map(loadOnce))
}

export async function loadAllServices(): Promise<readonly LoadedService[]> {
  return Promise.all((await readEntries()).map(loadOnce))
}

function loadOnce(entry: Entry): Promise<LoadedService> {
  const known = loaded.get(entry)
  if (known !== undefined) return known
  const { name, service } = entry
  const loading = service.load().then((simulated) => ({ ...simulated, name, signingName: service.signedFor }))
  loaded.set(entry, loading)
  return loading
}
