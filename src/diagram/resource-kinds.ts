/** How each resource type is called and pictured in diagrams. A type that is missing here gets its own name and a plain icon. */

export type ResourceKind = {
  readonly singular: string
  readonly plural: string
  /** Path in the provider's icon set, without extension. */
  readonly icon: string
  /** Icons of finer kinds within the type. */
  readonly variantIcons?: Readonly<Record<string, string>>
}

const fallbackIcon = 'resource/GenericApplication'

const kinds: Readonly<Record<string, ResourceKind>> = {
  'AWS::EC2::VPC': { singular: 'network', plural: 'networks', icon: 'resource/AmazonVPCVirtualprivatecloudVPC' },
  'AWS::EC2::Subnet': { singular: 'subnet', plural: 'subnets', icon: 'architecture-group/Privatesubnet' },
  'AWS::EC2::InternetGateway': {
    singular: 'internet gateway',
    plural: 'internet gateways',
    icon: 'resource/AmazonVPCInternetGateway',
  },
  'AWS::EC2::NatGateway': { singular: 'NAT gateway', plural: 'NAT gateways', icon: 'resource/AmazonVPCNATGateway' },
  'AWS::EC2::RouteTable': { singular: 'route table', plural: 'route tables', icon: 'resource/AmazonVPCRouter' },
  'AWS::EC2::SecurityGroup': {
    singular: 'security group',
    plural: 'security groups',
    icon: 'resource/AmazonVPCNetworkAccessControlList',
  },
  'AWS::EC2::Instance': { singular: 'instance', plural: 'instances', icon: 'resource/AmazonEC2Instance' },
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    singular: 'load balancer',
    plural: 'load balancers',
    icon: 'resource/ElasticLoadBalancingApplicationLoadBalancer',
    variantIcons: {
      network: 'resource/ElasticLoadBalancingNetworkLoadBalancer',
      gateway: 'resource/ElasticLoadBalancingGatewayLoadBalancer',
    },
  },
  'AWS::ElasticLoadBalancingV2::TargetGroup': {
    singular: 'target group',
    plural: 'target groups',
    icon: 'resource/ElasticLoadBalancingNetworkLoadBalancer',
  },
  'AWS::RDS::DBInstance': {
    singular: 'database',
    plural: 'databases',
    icon: 'resource/AmazonAuroraAmazonRDSInstance',
  },
  'AWS::RDS::DBCluster': {
    singular: 'database cluster',
    plural: 'database clusters',
    icon: 'resource/AmazonRDSMultiAZDBCluster',
  },
  'AWS::Lambda::Function': { singular: 'function', plural: 'functions', icon: 'resource/AWSLambdaLambdaFunction' },
  'AWS::S3::Bucket': {
    singular: 'storage bucket',
    plural: 'storage buckets',
    icon: 'resource/AmazonSimpleStorageServiceBucket',
  },
}

export function resourceKind(type: string): ResourceKind {
  return Object.hasOwn(kinds, type)
    ? (kinds[type] as ResourceKind)
    : { singular: type, plural: type, icon: fallbackIcon }
}

/** `1 route table`, `12 route tables`, `1,500 instances`. */
export function countedResources(type: string, count: number): string {
  const kind = resourceKind(type)
  return `${formatCount(count)} ${count === 1 ? kind.singular : kind.plural}`
}

/** Grouped by thousands, independent of the machine's locale. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/gu, ',')
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
