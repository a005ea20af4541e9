/** The demo: a three-tier web application in three Availability Zones of us-east-1, and a little in eu-west-1. */
import type { World } from '../world.ts'
import { europe } from './three-tier-europe.ts'
import { networkInterfaces } from './three-tier-interfaces.ts'
import * as network from './three-tier-network.ts'
import * as workload from './three-tier-workload.ts'

export const world: World = {
  accounts: [
    {
      accountId: network.accountId,
      roleName: 'surveyor',
      optedInRegions: [],
      denials: [],
      regions: {
        [network.region]: {
          ec2: {
            addresses: network.addresses,
            dhcpOptions: network.dhcpOptions,
            networkAcls: network.networkAcls,
            networkInterfaces,
            vpcs: network.vpcs,
            subnets: network.subnets,
            internetGateways: network.internetGateways,
            natGateways: network.natGateways,
            routeTables: network.routeTables,
            securityGroups: network.securityGroups,
            reservations: workload.reservations,
          },
          elasticLoadBalancingV2: {
            loadBalancers: workload.loadBalancers,
            listeners: workload.listeners,
            rules: workload.listenerRules,
            targetGroups: workload.targetGroups,
            targetHealth: workload.targetHealth,
          },
          lambda: { functions: workload.functions },
          rds: {
            instances: workload.databaseInstances,
            clusters: workload.databaseClusters,
            subnetGroups: workload.databaseSubnetGroups,
          },
          resourceGroupsTagging: { resources: workload.taggedResources },
        },
        'eu-west-1': europe,
      },
      global: { s3: { buckets: workload.buckets } },
    },
  ],
}
