/** The simulated services: the folder `services/` is their list. The SDK's client packages are large and load with the first request. */
import { readdirSync } from 'node:fs'
import type { ServiceDefinition } from './define-service.ts'
import type { SimulatedService } from './service.ts'

export type LoadedService = SimulatedService & {
  /** In calls, fault rules, and as its file is named. */
  readonly name: string
  /** The service of the signature's scope; several services may share one, e.g. both generations of load balancers. */
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

/** The services that sign under this name; empty when none is simulated. */
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
