/** The simulated services, loaded when the first request for them arrives: the SDK's client packages are large. */
import { describeWireService } from './protocols/operation.ts'
import type { WireService } from './protocols/operation.ts'
import type { SimulatedService } from './service.ts'

export type LoadedService = SimulatedService & { readonly wire: WireService }

/** By the service of the signature's scope; several services may share one, e.g. both generations of load balancers. */
const loaders: Readonly<Record<string, readonly (() => Promise<{ readonly service: SimulatedService }>)[]>> = {
  ec2: [() => import('./services/ec2.ts')],
  elasticloadbalancing: [() => import('./services/elastic-load-balancing-v2.ts')],
  lambda: [() => import('./services/lambda.ts')],
  rds: [() => import('./services/rds.ts')],
  s3: [() => import('./services/s3.ts')],
  sts: [() => import('./services/sts.ts')],
}

const loaded = new Map<string, Promise<readonly LoadedService[]>>()

/** The services that sign under this name; empty when none is simulated. */
export function loadServices(signingName: string): Promise<readonly LoadedService[]> {
  const known = loaded.get(signingName)
  if (known !== undefined) return known
  if (!Object.hasOwn(loaders, signingName)) return Promise.resolve([])
  const services = Promise.all(
    (loaders[signingName] ?? []).map(async (load) => {
      const { service } = await load()
      return { ...service, wire: describeWireService(service.module, service.client) }
    }),
  )
  loaded.set(signingName, services)
  return services
}
