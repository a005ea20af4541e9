import { service } from './resource-type.ts'

export const vpc = service('VPC', {
  'AWS::EC2::InternetGateway': {
    names: ['internet gateway', 'internet gateways'],
    icon: ['resource/AmazonVPCInternetGateway', 'internet_gateway'],
    console: 'vpcconsole/home#InternetGateway:internetGatewayId=*',
  },
  'AWS::EC2::NatGateway': {
    names: ['NAT gateway', 'NAT gateways'],
    icon: ['resource/AmazonVPCNATGateway', 'nat_gateway'],
    console: 'vpcconsole/home#NatGatewayDetails:natGatewayId=*',
  },
  'AWS::EC2::CarrierGateway': {
    names: ['carrier gateway', 'carrier gateways'],
    icon: ['resource/AmazonVPCCarrierGateway', 'internet_gateway'],
  },
  'AWS::EC2::DHCPOptions': {
    names: ['set of DHCP options', 'sets of DHCP options'],
    icon: ['resource/AmazonVPCRouter', 'router'],
  },
  'AWS::EC2::EgressOnlyInternetGateway': {
    names: ['egress-only internet gateway', 'egress-only internet gateways'],
    icon: ['resource/AmazonVPCInternetGateway', 'internet_gateway'],
  },
  'AWS::EC2::EIP': {
    names: ['elastic IP', 'elastic IPs'],
    icon: ['resource/AmazonEC2ElasticIPAddress', 'elastic_ip_address'],
    console: 'ec2/home#ElasticIpDetails:AllocationId=*',
  },
  'AWS::EC2::FlowLog': {
    names: ['flow log', 'flow logs'],
    icon: ['resource/AmazonVPCFlowLogs', 'flow_logs'],
  },
  'AWS::EC2::NetworkAcl': {
    names: ['network ACL', 'network ACLs'],
    icon: ['resource/AmazonVPCNetworkAccessControlList', 'network_access_control_list'],
    console: 'vpcconsole/home#NetworkAclDetails:networkAclId=*',
  },
  'AWS::EC2::NetworkInterface': {
    names: ['network interface', 'network interfaces'],
    icon: ['resource/AmazonVPCElasticNetworkInterface', 'elastic_network_interface'],
    console: 'ec2/home#NetworkInterface:networkInterfaceId=*',
    arns: [['ec2', /^network-interface\/(.+)$/]],
  },
  'AWS::EC2::PrefixList': {
    names: ['prefix list', 'prefix lists'],
    icon: ['resource/AmazonVPCRouter', 'router'],
  },
  'AWS::EC2::RouteTable': {
    names: ['route table', 'route tables'],
    icon: ['resource/AmazonVPCRouter', 'router'],
    console: 'vpcconsole/home#RouteTableDetails:RouteTableId=*',
  },
  'AWS::EC2::SecurityGroup': {
    names: ['security group', 'security groups'],
    icon: ['resource/AmazonVPCNetworkAccessControlList', 'network_access_control_list'],
    console: 'ec2/home#SecurityGroup:groupId=*',
    arns: [['ec2', /^security-group\/(.+)$/]],
  },
  'AWS::EC2::Subnet': {
    names: ['subnet', 'subnets'],
    icon: ['architecture-group/Privatesubnet', 'virtual_private_cloud'],
    console: 'vpcconsole/home#SubnetDetails:subnetId=*',
    arns: [['ec2', /^subnet\/(.+)$/]],
  },
  'AWS::EC2::VPC': {
    names: ['network', 'networks'],
    icon: ['resource/AmazonVPCVirtualprivatecloudVPC', 'virtual_private_cloud'],
    console: 'vpcconsole/home#VpcDetails:VpcId=*',
    arns: [['ec2', /^vpc\/(.+)$/]],
  },
  'AWS::EC2::VPCEndpoint': {
    names: ['network endpoint', 'network endpoints'],
    icon: ['resource/AmazonVPCEndpoints', 'endpoints'],
    console: 'vpcconsole/home#EndpointDetails:vpcEndpointId=*',
  },
  'AWS::EC2::VPCEndpointService': {
    names: ['network endpoint service', 'network endpoint services'],
    icon: ['architecture-service/AWSPrivateLink', 'vpc_privatelink'],
  },
  'AWS::EC2::VPCPeeringConnection': {
    names: ['network peering', 'network peerings'],
    icon: ['resource/AmazonVPCPeeringConnection', 'peering'],
    console: 'vpcconsole/home#PeeringConnectionDetails:VpcPeeringConnectionId=*',
  },
})
