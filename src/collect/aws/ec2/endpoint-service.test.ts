import { expect, test } from 'vitest'
import { endpointServiceId } from './endpoint-service.ts'

test('an endpoint leads to the endpoint service of an account, not to services of AWS', () => {
  const ServiceName = 'com.amazonaws.vpce.eu-west-1.vpce-svc-1'
  expect(endpointServiceId({ ServiceName })).toBe('vpce-svc-1')
  expect(endpointServiceId({ ServiceName: 'com.amazonaws.eu-west-1.s3' })).toBeUndefined()
  expect(
    endpointServiceId({ ServiceName, Tags: [{ Key: 'AWSNetworkFirewallManaged', Value: 'true' }] }),
  ).toBeUndefined()
})
