/** Scans accounts with public architectures, and asks about them through the API. */
import type { ExposureObject } from '../../../contract/exposure.ts'
import type { GlobalData, RegionData } from '../../../src/simulated/world.ts'
import { createApiCaller } from '../call-api.ts'
import { saveGraph } from '../save-graph.ts'
import { startTestService } from '../test-service.ts'
import { region } from './network-parts.ts'
import { scanArchitecture } from './scan-architecture.ts'

export type PublicArchitectures = {
  /** Returns the ID of a completed scan. */
  scanned(regionData: RegionData, global?: GlobalData): Promise<string>
  exposuresOf(scanId: string): Promise<readonly string[]>
  /** The verdict, what blocks the connection, and what is unknown. */
  reach(scanId: string, from: string, to: string, port: number): Promise<readonly string[]>
  impactOf(scanId: string, of: string): Promise<readonly string[]>
  /** What the resources of a type depend on, for example `configured uses orders`. */
  dependenciesOf(scanId: string, type: string): Promise<readonly string[]>
  /** The `data` of a response. */
  get(path: string): Promise<Readonly<Record<string, unknown>> | undefined>
  close(): Promise<void>
}

type Reach = {
  readonly verdict: string
  readonly blockedBy: readonly { readonly id: string; readonly code: string; readonly direction: string }[]
  readonly unknownBecause: readonly { readonly type: string }[]
}

type Related = {
  readonly id: string
  readonly relations: readonly {
    readonly verb: string
    readonly basis: string
    readonly target: { readonly id: string }
  }[]
}

export async function startPublicArchitectures(): Promise<PublicArchitectures> {
  const service = await startTestService()
  const organization = await service.createOrganization()
  const call = await createApiCaller(service)
  const get: PublicArchitectures['get'] = async (path) => (await call(path, { key: organization.key })).body?.data

  return {
    async scanned(regionData, global) {
      const graph = await scanArchitecture(regionData, global)
      const scan = await organization.insertScan(await organization.connectAccount(), region)
      await service.store.tenant(organization.id, async ({ scans, graphs }) => {
        await scans.begin(scan.id, {})
        await saveGraph(graphs, scan.id, graph)
        await scans.complete(scan.id, 1, {})
      })
      return scan.id
    },
    async exposuresOf(scanId) {
      const data = await get(`/api/scans/${scanId}/exposure?limit=100`)
      return ((data?.['exposures'] ?? []) as readonly ExposureObject[]).map(
        ({ resource: { id }, from, by, protocol, ports, verdict }) =>
          `${verdict} ${id ?? 'any'} from ${from} by ${by}, ${protocol} ${ports}`,
      )
    },
    async reach(scanId, from, to, port) {
      const query = new URLSearchParams({ from, to, port: String(port) })
      const { verdict, blockedBy, unknownBecause } = (await get(
        `/api/scans/${scanId}/reach?${query.toString()}`,
      )) as unknown as Reach
      return [
        verdict,
        ...blockedBy.map(({ id, code, direction }) => `${code} ${id} ${direction}`),
        ...unknownBecause.map(({ type }) => type),
      ]
    },
    async impactOf(scanId, of) {
      const data = await get(`/api/scans/${scanId}/impact?${new URLSearchParams({ of }).toString()}`)
      return ((data?.['dependents'] ?? []) as readonly { resource: { id: string }; effect: string }[]).map(
        ({ resource, effect }) => `${effect} ${resource.id}`,
      )
    },
    async dependenciesOf(scanId, type) {
      const data = await get(`/api/scans/${scanId}/resources?${new URLSearchParams({ type }).toString()}`)
      return ((data?.['resources'] ?? []) as unknown as readonly Related[]).flatMap(({ id, relations }) =>
        relations.map(({ verb, basis, target }) => `${id} ${verb} ${target.id} (${basis})`),
      )
    },
    get,
    close: () => service.close(),
  }
}
