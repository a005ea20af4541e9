/** Network Firewall: firewalls and their policies. */
import * as module from '@aws-sdk/client-network-firewall'
import type {
  DescribeFirewallPolicyRequest,
  DescribeFirewallPolicyResponse,
  DescribeFirewallRequest,
  DescribeFirewallResponse,
  DescribeLoggingConfigurationRequest,
  DescribeLoggingConfigurationResponse,
  ListFirewallPoliciesRequest,
  ListFirewallPoliciesResponse,
  ListFirewallsRequest,
  ListFirewallsResponse,
} from '@aws-sdk/client-network-firewall'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

const paging: Paging<{ readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined }> = {
  token: 'NextToken',
  size: 'MaxResults',
  minimum: 1,
  maximum: 100,
  default: 100,
  badToken: () => new ProviderError('InvalidTokenException', 'The next token is invalid'),
  badSize: (size) => new ProviderError('InvalidRequestException', `MaxResults must be between 1 and 100, not ${size}`),
}

const notFound = (arn: string | undefined) =>
  new ProviderError('ResourceNotFoundException', `There is no resource ${arn ?? ''}`)

export const service: SimulatedService = {
  iamPrefix: 'network-firewall',
  module,
  client: new module.NetworkFirewallClient(idleClient),
  operations: {
    ListFirewalls: listOperation<ListFirewallsRequest, ListFirewallsResponse, DescribeFirewallResponse>({
      items: ({ regionData }) => regionData.networkFirewall?.firewalls,
      identifiers: [{ parameter: 'VpcIds', of: ({ Firewall }) => [Firewall?.VpcId], notFound: null }],
      paging,
      answer: (items, NextToken) => ({
        Firewalls: items.map(({ Firewall }) => ({
          FirewallName: Firewall?.FirewallName,
          FirewallArn: Firewall?.FirewallArn,
        })),
        NextToken,
      }),
    }),

    DescribeFirewall: operation<DescribeFirewallRequest, DescribeFirewallResponse>({
      parameters: ['FirewallArn'],
      answer({ FirewallArn }, { regionData }) {
        const found = regionData.networkFirewall?.firewalls?.find(
          ({ Firewall }) => Firewall?.FirewallArn === FirewallArn,
        )
        if (found === undefined) throw notFound(FirewallArn)
        return found
      },
    }),

    DescribeLoggingConfiguration: operation<DescribeLoggingConfigurationRequest, DescribeLoggingConfigurationResponse>({
      parameters: ['FirewallArn'],
      answer({ FirewallArn = '' }, { regionData }) {
        const { firewalls = [], logDestinations = {} } = regionData.networkFirewall ?? {}
        if (!firewalls.some(({ Firewall }) => Firewall?.FirewallArn === FirewallArn)) throw notFound(FirewallArn)
        const LogDestinationConfigs = [...(logDestinations[FirewallArn] ?? [])]
        return { FirewallArn, LoggingConfiguration: { LogDestinationConfigs } }
      },
    }),

    ListFirewallPolicies: listOperation<
      ListFirewallPoliciesRequest,
      ListFirewallPoliciesResponse,
      DescribeFirewallPolicyResponse
    >({
      items: ({ regionData }) => regionData.networkFirewall?.policies,
      paging,
      answer: (items, NextToken) => ({
        FirewallPolicies: items.map(({ FirewallPolicyResponse: policy }) => ({
          Name: policy?.FirewallPolicyName,
          Arn: policy?.FirewallPolicyArn,
        })),
        NextToken,
      }),
    }),

    DescribeFirewallPolicy: operation<DescribeFirewallPolicyRequest, DescribeFirewallPolicyResponse>({
      parameters: ['FirewallPolicyArn'],
      answer({ FirewallPolicyArn: arn }, { regionData }) {
        const found = regionData.networkFirewall?.policies?.find(
          ({ FirewallPolicyResponse }) => FirewallPolicyResponse?.FirewallPolicyArn === arn,
        )
        if (found === undefined) throw notFound(arn)
        return found
      },
    }),
  },
}
