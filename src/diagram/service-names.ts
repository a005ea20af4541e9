/** What people call the service that a resource type belongs to. */

/** Only those whose part of the type is not the name already. */
const names: Readonly<Record<string, string>> = {
  AmazonMQ: 'MQ',
  ApiGateway: 'API Gateway',
  ApiGatewayV2: 'API Gateway',
  AppRunner: 'App Runner',
  AutoScaling: 'Auto Scaling',
  CertificateManager: 'Certificate Manager',
  DirectConnect: 'Direct Connect',
  DocDB: 'DocumentDB',
  ElasticBeanstalk: 'Elastic Beanstalk',
  ElasticLoadBalancing: 'Elastic Load Balancing',
  ElasticLoadBalancingV2: 'Elastic Load Balancing',
  Events: 'EventBridge',
  GlobalAccelerator: 'Global Accelerator',
  KinesisFirehose: 'Data Firehose',
  Logs: 'CloudWatch Logs',
  NetworkFirewall: 'Network Firewall',
  OpenSearchService: 'OpenSearch',
  Pipes: 'EventBridge Pipes',
  Route53: 'Route 53',
  Route53Resolver: 'Route 53 Resolver',
  SSM: 'Systems Manager',
  Scheduler: 'EventBridge Scheduler',
  SecretsManager: 'Secrets Manager',
  StepFunctions: 'Step Functions',
  Transfer: 'Transfer Family',
  WAFv2: 'WAF',
}

/** Parts of EC2 that people know by names of their own. */
const partsOfCompute: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:VPC|Subnet|RouteTable|NetworkAcl|NetworkInterface|InternetGateway|EgressOnly|Carrier|NatGateway|DHCP|PrefixList|FlowLog|SecurityGroup|EIP$)/u,
    'VPC',
  ],
  [/^TransitGateway/u, 'Transit Gateway'],
  [/^(?:VPN|CustomerGateway)/u, 'VPN'],
  [/^(?:Volume|Snapshot)$/u, 'EBS'],
]

export function serviceName(type: string): string {
  const [, service, kind = ''] = type.split('::')
  if (service === 'EC2') return partsOfCompute.find(([pattern]) => pattern.test(kind))?.[1] ?? service
  if (service === undefined) return 'Other resources'
  return Object.hasOwn(names, service) ? (names[service] as string) : service
}
