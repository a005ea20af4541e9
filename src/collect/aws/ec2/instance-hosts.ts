/** Provides the addresses and host names of instances. */
import { type Hosts, hostsOf } from '../../collector.ts'
import { domainOf } from '../../references/arn.ts'
import { instance } from './instance.ts'

/** Public addresses, including Elastic IP addresses, and the names that EC2 gives them, which the VPC can turn off. */
const publicHosts = hostsOf(instance, ({ InstanceId: id, PublicIpAddress, NetworkInterfaces = [] }, { region }) => {
  const ofInterfaces = NetworkInterfaces.flatMap(({ PrivateIpAddresses = [] }) =>
    PrivateIpAddresses.map(({ Association }) => Association?.PublicIp),
  )
  return [PublicIpAddress, ...ofInterfaces].flatMap((address) =>
    address === undefined ? [] : [address, publicHost(address, region)].map((host) => ({ host, id })),
  )
})

/** Two VPCs can have the same private names. */
const privateHosts: Hosts = {
  ...hostsOf(instance, ({ InstanceId: id, PrivateDnsName }) => (PrivateDnsName ? { host: PrivateDnsName, id } : [])),
  isPrivate: true,
}

export const instanceHosts: readonly Hosts[] = [publicHosts, privateHosts]

/** `ec2-198-51-100-1.eu-west-1.compute.amazonaws.com`. The first region has another word. */
function publicHost(address: string, region: string): string {
  const place = region === 'us-east-1' ? 'compute-1' : `${region}.compute`
  return `ec2-${address.replaceAll('.', '-')}.${place}.${domainOf(region)}`
}
