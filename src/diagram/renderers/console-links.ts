/** Where the provider's own console shows a resource: its page where the type has a known one, else a search for it. */
import type { ResourceReference } from '../../graph/resource-graph.ts'

/** By the beginning of the region's code; consoles of the isolated partitions have no public address. */
const hosts: readonly (readonly [prefix: string, host: string | null])[] = [
  ['cn-', 'console.amazonaws.cn'],
  ['us-gov-', 'console.amazonaws-us-gov.com'],
  ['eusc-', 'console.amazonaws-eusc.eu'],
  ['us-iso', null],
  ['eu-iso', null],
  ['', 'console.aws.amazon.com'],
]

/** `service/page`: `*` stands for the identifier; what follows `#` is the page within the service. */
const pages: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::RestApi': 'apigateway/main/apis/*/resources',
  'AWS::AutoScaling::AutoScalingGroup': 'ec2/home#AutoScalingGroupDetails:id=*',
  'AWS::CertificateManager::Certificate': 'acm/home#/certificates/list',
  'AWS::CloudFormation::Stack': 'cloudformation/home#/stacks?filteringText=*',
  'AWS::CloudFront::Distribution': 'cloudfront/v4/home#/distributions/*',
  'AWS::CloudWatch::Alarm': 'cloudwatch/home#alarmsV2:alarm/*',
  'AWS::DynamoDB::Table': 'dynamodbv2/home#table?name=*',
  'AWS::EC2::CustomerGateway': 'vpcconsole/home#CustomerGateways:customerGatewayId=*',
  'AWS::EC2::EIP': 'ec2/home#ElasticIpDetails:AllocationId=*',
  'AWS::EC2::Image': 'ec2/home#ImageDetails:imageId=*',
  'AWS::EC2::Instance': 'ec2/home#InstanceDetails:instanceId=*',
  'AWS::EC2::InternetGateway': 'vpcconsole/home#InternetGateway:internetGatewayId=*',
  'AWS::EC2::LaunchTemplate': 'ec2/home#LaunchTemplateDetails:launchTemplateId=*',
  'AWS::EC2::NatGateway': 'vpcconsole/home#NatGatewayDetails:natGatewayId=*',
  'AWS::EC2::NetworkAcl': 'vpcconsole/home#NetworkAclDetails:networkAclId=*',
  'AWS::EC2::NetworkInterface': 'ec2/home#NetworkInterface:networkInterfaceId=*',
  'AWS::EC2::RouteTable': 'vpcconsole/home#RouteTableDetails:RouteTableId=*',
  'AWS::EC2::SecurityGroup': 'ec2/home#SecurityGroup:groupId=*',
  'AWS::EC2::Snapshot': 'ec2/home#SnapshotDetails:snapshotId=*',
  'AWS::EC2::Subnet': 'vpcconsole/home#SubnetDetails:subnetId=*',
  'AWS::EC2::TransitGateway': 'vpcconsole/home#TransitGatewayDetails:transitGatewayId=*',
  'AWS::EC2::TransitGatewayAttachment': 'vpcconsole/home#TransitGatewayAttachmentDetails:transitGatewayAttachmentId=*',
  'AWS::EC2::VPC': 'vpcconsole/home#VpcDetails:VpcId=*',
  'AWS::EC2::VPCEndpoint': 'vpcconsole/home#EndpointDetails:vpcEndpointId=*',
  'AWS::EC2::VPCPeeringConnection': 'vpcconsole/home#PeeringConnectionDetails:VpcPeeringConnectionId=*',
  'AWS::EC2::VPNConnection': 'vpcconsole/home#VpnConnectionDetails:VpnConnectionId=*',
  'AWS::EC2::VPNGateway': 'vpcconsole/home#VpnGateways:VpnGatewayId=*',
  'AWS::EC2::Volume': 'ec2/home#VolumeDetails:volumeId=*',
  'AWS::EFS::FileSystem': 'efs/home#/file-systems/*',
  'AWS::EKS::Cluster': 'eks/clusters/*',
  'AWS::IAM::Role': 'iam/home#/roles/details/*',
  'AWS::KMS::Key': 'kms/home#/kms/keys/*',
  'AWS::Kinesis::Stream': 'kinesis/home#/streams/details/*/monitoring',
  'AWS::Lambda::Function': 'lambda/home#/functions/*',
  'AWS::RDS::DBCluster': 'rds/home#database:id=*;is-cluster=true',
  'AWS::RDS::DBInstance': 'rds/home#database:id=*;is-cluster=false',
  'AWS::S3::Bucket': 's3/buckets/*',
  'AWS::SNS::Topic': 'sns/v3/home#/topic/*',
  'AWS::SecretsManager::Secret': 'secretsmanager/secret?name=*',
  'AWS::StepFunctions::StateMachine': 'states/home#/statemachines/view/*',
}

const search = 'resource-explorer/home#/search?query=*'

/** `null` where the partition of the region has no console that is known. */
export function consoleUrl(region: string, { type, id }: ResourceReference): string | null {
  const host = hosts.find(([prefix]) => region.startsWith(prefix))?.[1] ?? null
  if (host === null) return null
  const page = Object.hasOwn(pages, type) ? (pages[type] ?? search) : search
  const [path = '', fragment] = page.replaceAll('*', () => encodeURIComponent(id.toWellFormed())).split('#')
  const query = `${path.includes('?') ? '&' : '?'}region=${encodeURIComponent(region)}`
  return `https://${host}/${path}${query}${fragment === undefined ? '' : `#${fragment}`}`
}
