/** Reads the ports of Service Connect, apart from its names, which need the list of services. */
import type { Service } from '@aws-sdk/client-ecs'

/** The ports at which clients call the aliases of a service. `undefined`: it has none. */
export function serviceConnectPorts({ deployments = [] }: Pick<Service, 'deployments'>): readonly number[] | undefined {
  const ports = deployments.flatMap(({ serviceConnectConfiguration: connect }) =>
    connect?.enabled !== true
      ? []
      : (connect.services ?? []).flatMap(({ clientAliases = [] }) => clientAliases.flatMap(({ port }) => port ?? [])),
  )
  return ports.length === 0 ? undefined : [...new Set(ports)].toSorted((left, right) => left - right)
}
