/** The names at which services answer others by Service Connect. */
import type { Service } from '@aws-sdk/client-ecs'
import { hostsOf } from '../../collector.ts'
import { ecsService } from './service.ts'

/** A name without a dot is any word of a setting, so that it tells nothing. */
export const serviceConnectHosts = hostsOf(ecsService, (service) =>
  serviceConnectNames(service).flatMap((host) => (host.includes('.') ? { host, id: service.serviceArn } : [])),
)

/** By default the name is `<discovery name>.<namespace>`; a namespace's ARN does not tell what it is called. */
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
