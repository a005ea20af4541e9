/** What people look at first: the areas of resources and of their properties. */
import { expect, test } from 'vitest'
import { type Area, areaOfProperty, areaOfType, areas, rankOf } from './areas.ts'

test('ranks begin with 1', () => {
  expect(areas.map(rankOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test.each<[Area, readonly string[]]>([
  [
    'data',
    [
      'RDS::DBInstance',
      'S3::Bucket',
      'SQS::Queue',
      'DynamoDB::Table',
      'EC2::Volume',
      'EC2::Snapshot',
      'Backup::BackupVault',
    ],
  ],
  [
    'access',
    [
      'CertificateManager::Certificate',
      'Cognito::UserPool',
      'IAM::Role',
      'KMS::Key',
      'SecretsManager::Secret',
      'WAFv2::WebACL',
    ],
  ],
  [
    'network',
    [
      'DirectConnect::Connection',
      'EC2::ClientVpnEndpoint',
      'EC2::SecurityGroup',
      'EC2::TransitGateway',
      'EC2::VPC',
      'EC2::VPNConnection',
      'NetworkFirewall::Firewall',
      'Route53::HostedZone',
      'Route53Resolver::ResolverRule',
    ],
  ],
  ['workload', ['EC2::Instance', 'Lambda::Function', 'ECS::Service', 'Events::Rule', 'Lambda::EventSourceMapping']],
  ['settings', ['CloudTrail::Trail', 'SSM::Parameter', 'No::Such']],
])('%s is the area of these types', (area, types) => {
  expect(types.map((type) => `${areaOfType(`AWS::${type}`)} ${type}`)).toEqual(types.map((type) => `${area} ${type}`))
})

test.each<[Area, string]>([
  ['workload', 'codeSha256'],
  [
    'access',
    'acceptanceRequired assignPublicIp authenticationMode authorizationRules autoAcceptSharedAttachments broad broadAccess customerManagedKey defaultEndpointDisabled deleteProtection deletionProtection directInternetAccess encrypted encryptionType enforceHttps exclusionsAllowed fullAccess identityProvider ignorePublicAcls internetFacing introspection methodsWithoutAuthorization minimumProtocolVersion mutualTls policyGrants private privateEndpoint privileged publicByAcl publiclyAccessible requireTls restrictPublicBuckets rootAccess rootVolumeEncrypted rotationEnabled scheme securityPolicy sharedWith shareStatus sslPolicy storageEncrypted terminationProtection urls viewerProtocolPolicy visibility',
  ],
  [
    'network',
    'addresses aliases allowedPrefixes associated availabilityZone cidrBlock clientCidrBlock dnsName dnsNames domainName egress entries ingress ipAddresses ipv6Addresses listeners localNetwork mapPublicIpOnLaunch origins port ports privateIpAddress propagatedRoutes remoteNetwork routes sourceDestCheck staticRoutes targets',
  ],
  [
    'size',
    'bandwidth brokers bundle computeType cpu desiredCapacity instanceClass instanceType instanceTypes iops maxSize maxVcpus maximumConcurrency memory memoryMib minSize minVcpus nodeType nodes shards sizeGib storageCapacityGib throughputMibps volumeSizeGb workerType workers',
  ],
  [
    'settings',
    'cpuArchitecture desiredState engineVersion machineType maxRetentionDays minRetentionDays privateDnsEnabled state throughputMode visibilityTimeoutSeconds',
  ],
])('%s is the area of these properties', (area, properties) => {
  const names = properties.split(' ')
  expect(names.map((name) => `${areaOfProperty(name)} ${name}`)).toEqual(names.map((name) => `${area} ${name}`))
})
