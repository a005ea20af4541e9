/** The names under which other services reach a service through Service Connect. */
import type { Service } from '@aws-sdk/client-ecs'
import { type Hosts, hostsOf } from '../../collector.ts'
import { ecsService } from './service.ts'

/** A name without a dot could be any word in a setting, so it is ignored. */
export const serviceConnectHosts: Hosts = {
  ...hostsOf(ecsService, (service) =>
    serviceConnectNames(service).flatMap((host) => (host.includes('.') ? { host, id: service.serviceArn } : [])),
  ),
  isPrivate: true,
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
