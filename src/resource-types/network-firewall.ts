import { service } from './resource-type.ts'

export const networkFirewall = service('Network Firewall', {
  'AWS::NetworkFirewall::Firewall': {
    names: ['Network Firewall firewall', 'Network Firewall firewalls'],
    shortNames: ['firewall', 'firewalls'],
    icon: ['architecture-service/AWSNetworkFirewall', 'network_firewall'],
    picture: { network: { at: 'below', heading: 'Firewalls' } },
    normalState: 'ready',
    plays: 'firewall',
  },
  'AWS::NetworkFirewall::FirewallPolicy': {
    names: ['Network Firewall policy', 'Network Firewall policies'],
    shortNames: ['firewall policy', 'firewall policies'],
    icon: ['architecture-service/AWSNetworkFirewall', 'network_firewall'],
    picture: { none: 'a setting of firewalls' },
  },
})
