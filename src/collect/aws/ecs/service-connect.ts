/** The names under which other services reach a service through Service Connect. */
import type { Service } from '@aws-sdk/client-ecs'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import { type Hosts, hostsOf, type Names, namesOf } from '../../collector.ts'
import { hostsNamed } from '../../references/host-words.ts'
import type { NameTable } from '../../references/name-table.ts'
import type { Setting } from '../../references/plain-names.ts'
import { ecsService } from './service.ts'

/** A name without a dot means a service only within its namespace, see `connectedServices`. */
export const serviceConnectHosts: Hosts = {
  ...hostsOf(ecsService, (service) =>
    serviceConnectNames(service).flatMap((host) => (host.includes('.') ? { host, id: service.serviceArn } : [])),
  ),
  isPrivate: true,
}

/** The namespaces of task definitions, and the services by their names within each namespace. */
export const namesInNamespaces: Names = namesOf(ecsService, (service) =>
  namespacesOf(service).flatMap((namespace) => [
    { name: clientsName(service.taskDefinition), id: namespace },
    ...serviceConnectNames(service).map((name) => ({
      name: `${namespace} ${name.toLowerCase()}`,
      id: service.serviceArn,
    })),
  ]),
)

/**
 * Returns the services that settings name as hosts, such as in `http://orders`, within the namespace of the task
 * definition. None if services of several namespaces run it.
 */
export function connectedServices(
  taskDefinition: string | undefined,
  settings: readonly Setting[],
  resourcesNamed: NameTable,
): readonly ResourceReference[] {
  const [namespace, ...others] = new Set(resourcesNamed(clientsName(taskDefinition)).map(({ id }) => id))
  if (namespace === undefined || others.length > 0) return []
  return settings.flatMap(hostsNamed).flatMap((host) => {
    const found = resourcesNamed(`${namespace} ${host}`)
    return found.length === 1 ? found : []
  })
}

/** Has a space, so that no setting is equal to it. */
function clientsName(taskDefinition = ''): string {
  return `clients of ${taskDefinition}`
}

/** Default: the namespace of the cluster. */
function namespacesOf({ deployments = [], clusterArn }: Service): readonly string[] {
  const namespaces = deployments.flatMap(({ serviceConnectConfiguration: connect }) =>
    connect?.enabled === true ? (connect.namespace ?? clusterArn ?? []) : [],
  )
  return [...new Set(namespaces)]
}

/** By default the name is `<discovery name>.<namespace>`. The ARN of a namespace doesn't include its name. */
export function serviceConnectNames({ deployments = [] }: Pick<Service, 'deployments'>): readonly string[] {
  const names = deployments.flatMap(({ serviceConnectConfiguration: connect }) =>
    connect?.enabled !== true
      ? []
      : (connect.services ?? []).flatMap(({ portName, discoveryName = portName, clientAliases = [] }) => {
          const own =
            connect.namespace?.startsWith('arn:') === false ? `${discoveryName}.${connect.namespace}` : undefined
          return clientAliases.length === 0 ? [own] : clientAliases.map(({ dnsName = own }) => dnsName)
        }),
  )
  return [...new Set(names.filter((name) => name !== undefined))].toSorted()
}
