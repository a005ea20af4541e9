/** Finds the endpoint service of an account that a VPC endpoint leads to. */
import type { VpcEndpoint } from '@aws-sdk/client-ec2'
import { tagRecord } from '../../properties/tags.ts'

/**
 * AWS's own services (`com.amazonaws.us-east-1.s3`) aren't endpoint services of an account. Neither is the one behind the
 * endpoints of AWS Network Firewall, though its ID looks like one.
 */
export function endpointServiceId({ ServiceName, Tags }: Partial<VpcEndpoint>): string | undefined {
  if (tagRecord(Tags)['AWSNetworkFirewallManaged'] === 'true') return undefined
  return ServiceName?.split('.').find((part) => part.startsWith('vpce-svc-'))
}
