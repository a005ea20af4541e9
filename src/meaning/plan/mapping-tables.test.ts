/** Tests what the mapping of each type reads: one resource with all attributes that count, and what it says in the graph. */
import { describe, expect, test } from 'vitest'
import { factsOf } from './mapping.ts'
import { mappingsOf } from './mappings/all.ts'
import { exposingAttributes } from './mappings/exposing-attributes.ts'
import { madeAlong } from './mappings/made-along.ts'
import { recognized } from './mappings/terraform/recognized.ts'
import { withoutEffect } from './mappings/without-effect.ts'
import type { PlanObject } from './plan.ts'

const context = { accountId: '123456789012', region: 'eu-west-1', ownId: 'own' }
const everyone = JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] })
const elb = 'arn:aws:elasticloadbalancing:eu-west-1:123456789012'

type Row = readonly [
  type: string,
  values: PlanObject,
  says: { readonly of: string; readonly relations: readonly string[] } & Readonly<Record<string, unknown>>,
]

const rows: readonly Row[] = [
  [
    'aws_vpc',
    { id: 'vpc-1', cidr_block: '10.0.0.0/16' },
    { of: 'EC2::VPC vpc-1', properties: { cidrBlocks: ['10.0.0.0/16'] }, relations: [] },
  ],
  [
    'aws_subnet',
    {
      id: 'subnet-1',
      vpc_id: 'vpc-1',
      cidr_block: '10.0.0.0/24',
      availability_zone: 'eu-west-1a',
      map_public_ip_on_launch: true,
    },
    {
      of: 'EC2::Subnet subnet-1',
      properties: { cidrBlock: '10.0.0.0/24', availabilityZone: 'eu-west-1a', mapPublicIpOnLaunch: true },
      relations: ['contained in EC2::VPC vpc-1'],
    },
  ],
  [
    'aws_security_group',
    {
      id: 'sg-1',
      vpc_id: 'vpc-1',
      description: 'web',
      ingress: [
        {
          protocol: 'TCP',
          from_port: 80,
          to_port: 81,
          cidr_blocks: ['10.0.0.0/8'],
          ipv6_cidr_blocks: ['::/0'],
          prefix_list_ids: ['pl-1'],
          security_groups: ['999999999999/sg-2'],
          self: true,
        },
      ],
      egress: [{ protocol: '-1', from_port: 0, to_port: 0, cidr_blocks: ['0.0.0.0/0'] }],
    },
    {
      of: 'EC2::SecurityGroup sg-1',
      properties: { description: 'web' },
      items: {
        ingress: [
          { protocol: 'tcp', fromPort: 80, toPort: 81, source: '10.0.0.0/8' },
          { protocol: 'tcp', fromPort: 80, toPort: 81, source: '::/0' },
          { protocol: 'tcp', fromPort: 80, toPort: 81, source: 'pl-1' },
          { protocol: 'tcp', fromPort: 80, toPort: 81, source: 'sg-2' },
          { protocol: 'tcp', fromPort: 80, toPort: 81, source: 'own' },
        ],
        egress: [{ protocol: '-1', fromPort: null, toPort: null, destination: '0.0.0.0/0' }],
      },
      relations: ['contained in EC2::VPC vpc-1'],
    },
  ],
  [
    'aws_security_group_rule',
    {
      security_group_id: 'sg-1',
      type: 'egress',
      protocol: '17',
      from_port: 53,
      to_port: 53,
      source_security_group_id: 'sg-2',
    },
    {
      of: 'EC2::SecurityGroup sg-1',
      items: { egress: [{ protocol: 'udp', fromPort: 53, toPort: 53, destination: 'sg-2' }] },
      relations: [],
    },
  ],
  [
    'aws_security_group_rule',
    { security_group_id: 'sg-1', type: 'ingress', protocol: 'icmp', from_port: -1, to_port: -1, self: true },
    {
      of: 'EC2::SecurityGroup sg-1',
      items: { ingress: [{ protocol: 'icmp', fromPort: -1, toPort: -1, source: 'own' }] },
      relations: [],
    },
  ],
  [
    'aws_vpc_security_group_ingress_rule',
    { security_group_id: 'sg-1', ip_protocol: 'all', from_port: 1, to_port: 2, cidr_ipv6: '::/0' },
    {
      of: 'EC2::SecurityGroup sg-1',
      items: { ingress: [{ protocol: '-1', fromPort: null, toPort: null, source: '::/0' }] },
      relations: [],
    },
  ],
  [
    'aws_vpc_security_group_ingress_rule',
    { security_group_id: 'sg-1', ip_protocol: '58', prefix_list_id: 'pl-1' },
    {
      of: 'EC2::SecurityGroup sg-1',
      items: { ingress: [{ protocol: 'icmpv6', fromPort: null, toPort: null, source: 'pl-1' }] },
      relations: [],
    },
  ],
  [
    'aws_vpc_security_group_egress_rule',
    { security_group_id: 'sg-1', ip_protocol: 'tcp', from_port: 1, to_port: 2, referenced_security_group_id: 'sg-3' },
    {
      of: 'EC2::SecurityGroup sg-1',
      items: { egress: [{ protocol: 'tcp', fromPort: 1, toPort: 2, destination: 'sg-3' }] },
      relations: [],
    },
  ],
  [
    'aws_route_table',
    {
      id: 'rtb-1',
      vpc_id: 'vpc-1',
      route: [
        { cidr_block: '0.0.0.0/0', gateway_id: 'igw-1' },
        { ipv6_cidr_block: '::/0', egress_only_gateway_id: 'eigw-1' },
        { destination_prefix_list_id: 'pl-1', vpc_endpoint_id: 'vpce-1' },
        { cidr_block: '10.1.0.0/16', nat_gateway_id: 'nat-1' },
        { cidr_block: '10.2.0.0/16', transit_gateway_id: 'tgw-1' },
        { cidr_block: '10.3.0.0/16', vpc_peering_connection_id: 'pcx-1' },
        { cidr_block: '10.4.0.0/16', network_interface_id: 'eni-1' },
        { cidr_block: '10.5.0.0/16', local_gateway_id: 'lgw-1' },
        { cidr_block: '10.6.0.0/16', carrier_gateway_id: 'cagw-1' },
        { cidr_block: '10.7.0.0/16', core_network_arn: 'arn:core' },
        { cidr_block: '10.8.0.0/16', instance_id: 'i-1' },
      ],
    },
    {
      of: 'EC2::RouteTable rtb-1',
      items: {
        routes: [
          { destination: '0.0.0.0/0', target: 'igw-1', state: 'active', propagated: false },
          { destination: '::/0', target: 'eigw-1', state: 'active', propagated: false },
          { destination: 'pl-1', target: 'vpce-1', state: 'active', propagated: false },
          { destination: '10.1.0.0/16', target: 'nat-1', state: 'active', propagated: false },
          { destination: '10.2.0.0/16', target: 'tgw-1', state: 'active', propagated: false },
          { destination: '10.3.0.0/16', target: 'pcx-1', state: 'active', propagated: false },
          { destination: '10.4.0.0/16', target: 'eni-1', state: 'active', propagated: false },
          { destination: '10.5.0.0/16', target: 'lgw-1', state: 'active', propagated: false },
          { destination: '10.6.0.0/16', target: 'cagw-1', state: 'active', propagated: false },
          { destination: '10.7.0.0/16', target: 'arn:core', state: 'active', propagated: false },
          { destination: '10.8.0.0/16', target: 'i-1', state: 'active', propagated: false },
        ],
      },
      relations: ['contained in EC2::VPC vpc-1'],
    },
  ],
  [
    'aws_route',
    { route_table_id: 'rtb-1', destination_cidr_block: '0.0.0.0/0', gateway_id: 'igw-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'igw-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'aws_route',
    { route_table_id: 'rtb-1', destination_ipv6_cidr_block: '::/0', egress_only_gateway_id: 'eigw-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '::/0', target: 'eigw-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'aws_route',
    { route_table_id: 'rtb-1', destination_prefix_list_id: 'pl-1', nat_gateway_id: 'nat-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: 'pl-1', target: 'nat-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'aws_route_table_association',
    { route_table_id: 'rtb-1', subnet_id: 'subnet-1' },
    { of: 'EC2::RouteTable rtb-1', relations: ['associated with EC2::Subnet subnet-1 only'] },
  ],
  [
    'aws_main_route_table_association',
    { route_table_id: 'rtb-1', vpc_id: 'vpc-1' },
    { of: 'EC2::RouteTable rtb-1', relations: [] },
  ],
  [
    'aws_internet_gateway',
    { id: 'igw-1', vpc_id: 'vpc-1' },
    { of: 'EC2::InternetGateway igw-1', relations: ['attached to EC2::VPC vpc-1'] },
  ],
  [
    'aws_internet_gateway_attachment',
    { internet_gateway_id: 'igw-1', vpc_id: 'vpc-1' },
    { of: 'EC2::InternetGateway igw-1', relations: ['attached to EC2::VPC vpc-1'] },
  ],
  [
    'aws_egress_only_internet_gateway',
    { id: 'eigw-1', vpc_id: 'vpc-1' },
    { of: 'EC2::EgressOnlyInternetGateway eigw-1', relations: ['attached to EC2::VPC vpc-1'] },
  ],
  [
    'aws_nat_gateway',
    { id: 'nat-1', subnet_id: 'subnet-1', allocation_id: 'eipalloc-1', connectivity_type: 'public' },
    {
      of: 'EC2::NatGateway nat-1',
      properties: { connectivityType: 'public' },
      relations: ['contained in EC2::Subnet subnet-1', 'associated with EC2::EIP eipalloc-1'],
    },
  ],
  [
    'aws_vpc_block_public_access_options',
    { internet_gateway_block_mode: 'block-ingress' },
    { of: 'EC2::VPCBlockPublicAccessOptions 123456789012', properties: { mode: 'block-ingress' }, relations: [] },
  ],
  [
    'aws_vpc_block_public_access_exclusion',
    { id: 'e-1', internet_gateway_exclusion_mode: 'allow-egress', vpc_id: 'vpc-1', subnet_id: 'subnet-1' },
    {
      of: 'EC2::VPCBlockPublicAccessExclusion e-1',
      properties: { mode: 'allow-egress', state: 'create-complete' },
      relations: ['associated with EC2::VPC vpc-1', 'associated with EC2::Subnet subnet-1'],
    },
  ],
  [
    'aws_ec2_managed_prefix_list',
    { id: 'pl-1', address_family: 'IPv4', max_entries: 5, entry: [{ cidr: '10.0.0.0/8' }] },
    {
      of: 'EC2::PrefixList pl-1',
      properties: { addressFamily: 'IPv4', maxEntries: 5 },
      items: { entries: [{ cidr: '10.0.0.0/8' }] },
      relations: [],
    },
  ],
  [
    'aws_ec2_managed_prefix_list_entry',
    { prefix_list_id: 'pl-1', cidr: '10.0.0.0/8' },
    { of: 'EC2::PrefixList pl-1', items: { entries: [{ cidr: '10.0.0.0/8' }] }, relations: [] },
  ],
  [
    'aws_network_acl',
    {
      id: 'acl-1',
      vpc_id: 'vpc-1',
      subnet_ids: ['subnet-1'],
      ingress: [
        {
          rule_no: 100,
          action: 'ALLOW',
          protocol: 'tcp',
          cidr_block: '0.0.0.0/0',
          from_port: 80,
          to_port: 81,
          icmp_type: 0,
          icmp_code: 0,
        },
      ],
      egress: [
        {
          rule_no: 90,
          action: 'deny',
          protocol: '1',
          ipv6_cidr_block: '::/0',
          from_port: 0,
          to_port: 0,
          icmp_type: 8,
          icmp_code: -1,
        },
      ],
    },
    {
      of: 'EC2::NetworkAcl acl-1',
      items: {
        ingress: [
          {
            rule: 100,
            action: 'allow',
            protocol: '6',
            cidrBlock: '0.0.0.0/0',
            fromPort: 80,
            toPort: 81,
            icmpType: null,
            icmpCode: null,
          },
        ],
        egress: [
          {
            rule: 90,
            action: 'deny',
            protocol: '1',
            cidrBlock: '::/0',
            fromPort: null,
            toPort: null,
            icmpType: 8,
            icmpCode: -1,
          },
        ],
      },
      relations: ['contained in EC2::VPC vpc-1', 'associated with EC2::Subnet subnet-1 only'],
    },
  ],
  [
    'aws_network_acl_rule',
    {
      network_acl_id: 'acl-1',
      rule_number: 7,
      rule_action: 'allow',
      protocol: 'udp',
      egress: true,
      cidr_block: '0.0.0.0/0',
      from_port: 53,
      to_port: 54,
    },
    {
      of: 'EC2::NetworkAcl acl-1',
      items: {
        egress: [
          {
            rule: 7,
            action: 'allow',
            protocol: '17',
            cidrBlock: '0.0.0.0/0',
            fromPort: 53,
            toPort: 54,
            icmpType: null,
            icmpCode: null,
          },
        ],
      },
      relations: [],
    },
  ],
  [
    'aws_network_acl_rule',
    {
      network_acl_id: 'acl-1',
      rule_number: 8,
      rule_action: 'deny',
      protocol: 'icmpv6',
      ipv6_cidr_block: '::/0',
      icmp_type: 1,
      icmp_code: 2,
      from_port: 3,
      to_port: 4,
    },
    {
      of: 'EC2::NetworkAcl acl-1',
      items: {
        ingress: [
          {
            rule: 8,
            action: 'deny',
            protocol: '58',
            cidrBlock: '::/0',
            fromPort: null,
            toPort: null,
            icmpType: 1,
            icmpCode: 2,
          },
        ],
      },
      relations: [],
    },
  ],
  [
    'aws_network_acl_rule',
    {
      network_acl_id: 'acl-1',
      rule_number: 9,
      rule_action: 'deny',
      protocol: 'all',
      cidr_block: '10.0.0.0/8',
      from_port: 3,
      to_port: 4,
    },
    {
      of: 'EC2::NetworkAcl acl-1',
      items: {
        ingress: [
          {
            rule: 9,
            action: 'deny',
            protocol: '-1',
            cidrBlock: '10.0.0.0/8',
            fromPort: null,
            toPort: null,
            icmpType: null,
            icmpCode: null,
          },
        ],
      },
      relations: [],
    },
  ],
  [
    'aws_network_acl_association',
    { network_acl_id: 'acl-1', subnet_id: 'subnet-1' },
    { of: 'EC2::NetworkAcl acl-1', relations: ['associated with EC2::Subnet subnet-1 only'] },
  ],
  [
    'aws_instance',
    {
      id: 'i-1',
      instance_type: 't4g.nano',
      ami: 'ami-1',
      availability_zone: 'eu-west-1a',
      subnet_id: 'subnet-1',
      vpc_security_group_ids: ['sg-1', 'sg-2'],
      associate_public_ip_address: true,
      ipv6_address_count: 2,
    },
    {
      of: 'EC2::Instance i-1',
      properties: {
        instanceType: 't4g.nano',
        imageId: 'ami-1',
        availabilityZone: 'eu-west-1a',
        associatePublicIp: true,
        ipv6Addresses: ['that AWS assigns'],
      },
      relations: [
        'contained in EC2::Subnet subnet-1',
        'associated with EC2::SecurityGroup sg-1',
        'associated with EC2::SecurityGroup sg-2',
      ],
    },
  ],
  [
    'aws_instance',
    { id: 'i-1', ipv6_addresses: ['2600::1'], ipv6_address_count: 0 },
    {
      of: 'EC2::Instance i-1',
      properties: { associatePublicIp: 'as the subnet', ipv6Addresses: ['2600::1'] },
      relations: [],
    },
  ],
  [
    'aws_network_interface',
    { id: 'eni-1', subnet_id: 'subnet-1', security_groups: ['sg-1'], attachment: [{ instance: 'i-1' }] },
    {
      of: 'EC2::NetworkInterface eni-1',
      relations: [
        'contained in EC2::Subnet subnet-1',
        'associated with EC2::SecurityGroup sg-1',
        'attached to EC2::Instance i-1',
      ],
    },
  ],
  [
    'aws_network_interface_sg_attachment',
    { network_interface_id: 'eni-1', security_group_id: 'sg-1' },
    { of: 'EC2::NetworkInterface eni-1', relations: ['associated with EC2::SecurityGroup sg-1'] },
  ],
  [
    'aws_eip',
    { id: 'eipalloc-1', instance: 'i-1', network_interface: 'eni-1' },
    {
      of: 'EC2::EIP eipalloc-1',
      relations: ['attached to EC2::Instance i-1', 'attached to EC2::NetworkInterface eni-1'],
    },
  ],
  [
    'aws_eip_association',
    { allocation_id: 'eipalloc-1', instance_id: 'i-1', network_interface_id: 'eni-1' },
    {
      of: 'EC2::EIP eipalloc-1',
      relations: ['attached to EC2::Instance i-1', 'attached to EC2::NetworkInterface eni-1'],
    },
  ],
  [
    'aws_alb',
    {
      arn: `${elb}:loadbalancer/app/a/1`,
      internal: false,
      load_balancer_type: 'application',
      ip_address_type: 'dualstack',
      subnets: ['subnet-1'],
      subnet_mapping: [{ subnet_id: 'subnet-2' }],
      security_groups: ['sg-1'],
    },
    {
      of: 'ElasticLoadBalancingV2::LoadBalancer app/a/1',
      properties: { loadBalancerType: 'application', ipAddressType: 'dualstack', scheme: 'internet-facing' },
      relations: [
        'attached to EC2::Subnet subnet-1',
        'attached to EC2::Subnet subnet-2',
        'associated with EC2::SecurityGroup sg-1',
      ],
    },
  ],
  [
    'aws_lb',
    { arn: `${elb}:loadbalancer/net/a/1`, internal: true, load_balancer_type: 'network' },
    {
      of: 'ElasticLoadBalancingV2::LoadBalancer net/a/1',
      properties: { loadBalancerType: 'network', scheme: 'internal' },
      relations: [],
    },
  ],
  [
    'aws_alb_listener',
    {
      arn: `${elb}:listener/app/a/1/2`,
      protocol: 'HTTP',
      port: 80,
      load_balancer_arn: 'lb',
      default_action: [
        { type: 'forward', target_group_arn: 'tg-1' },
        { type: 'forward', forward: [{ target_group: [{ arn: 'tg-2' }, { arn: 'tg-3' }] }] },
      ],
    },
    {
      of: 'ElasticLoadBalancingV2::Listener app/a/1/2',
      properties: { protocol: 'HTTP', port: 80, defaultActions: ['forward', 'forward'] },
      relations: [
        'contained in ElasticLoadBalancingV2::LoadBalancer lb',
        'routes to ElasticLoadBalancingV2::TargetGroup tg-1',
        'routes to ElasticLoadBalancingV2::TargetGroup tg-2',
        'routes to ElasticLoadBalancingV2::TargetGroup tg-3',
      ],
    },
  ],
  [
    'aws_alb_listener_rule',
    {
      arn: `${elb}:listener-rule/app/a/1/2/3`,
      priority: 5,
      listener_arn: 'l',
      action: [
        { type: 'forward', target_group_arn: 'tg-1', forward: [{ target_group: [{ arn: 'tg-2' }] }] },
        { type: 'authenticate-oidc' },
      ],
      condition: [
        { host_header: [{ values: ['b', 'a'] }] },
        { path_pattern: [{ values: ['/x'] }] },
        { http_request_method: [{ values: ['GET'] }] },
        { source_ip: [{ values: ['10.0.0.0/8'] }] },
        { http_header: [{ http_header_name: 'X-Key', values: ['secret'] }] },
        { query_string: [{ key: 'token', value: 'secret' }] },
      ],
    },
    {
      of: 'ElasticLoadBalancingV2::ListenerRule app/a/1/2/3',
      properties: {
        priority: 5,
        actions: ['forward', 'authenticate-oidc'],
        conditions: [
          { field: 'host-header', header: null, values: ['a', 'b'] },
          { field: 'path-pattern', header: null, values: ['/x'] },
          { field: 'http-request-method', header: null, values: ['GET'] },
          { field: 'source-ip', header: null, values: ['10.0.0.0/8'] },
          { field: 'http-header', header: 'X-Key', values: [] },
          { field: 'query-string', header: null, values: [] },
        ],
      },
      relations: [
        'contained in ElasticLoadBalancingV2::Listener l',
        'routes to ElasticLoadBalancingV2::TargetGroup tg-1',
        'routes to ElasticLoadBalancingV2::TargetGroup tg-2',
      ],
    },
  ],
  [
    'aws_alb_target_group',
    {
      arn: `${elb}:targetgroup/a/1`,
      protocol: 'TCP',
      port: 80,
      target_type: 'ip',
      vpc_id: 'vpc-1',
      preserve_client_ip: 'true',
    },
    {
      of: 'ElasticLoadBalancingV2::TargetGroup a/1',
      properties: { protocol: 'TCP', port: 80, targetType: 'ip', preserveClientIp: true },
      items: { targets: [] },
      relations: ['contained in EC2::VPC vpc-1'],
    },
  ],
  [
    'aws_alb_target_group_attachment',
    { target_group_arn: 'tg-1', target_id: 'i-1', port: 81 },
    {
      of: 'ElasticLoadBalancingV2::TargetGroup tg-1',
      items: { targets: [{ id: 'i-1', port: 81, availabilityZone: null, health: null }] },
      relations: [],
    },
  ],
  [
    'aws_lb_target_group_attachment',
    { target_group_arn: 'tg-1', target_id: 'i-1' },
    {
      of: 'ElasticLoadBalancingV2::TargetGroup tg-1',
      items: { targets: [{ id: 'i-1', port: null, availabilityZone: null, health: null }] },
      relations: [],
    },
  ],
  [
    'aws_db_instance',
    {
      identifier: 'a',
      engine: 'mysql',
      engine_version: '8',
      instance_class: 'db.t4g.small',
      availability_zone: 'eu-west-1a',
      multi_az: true,
      publicly_accessible: true,
      storage_encrypted: true,
      port: 3307,
      backup_retention_period: 7,
      deletion_protection: true,
      db_subnet_group_name: 'g',
      vpc_security_group_ids: ['sg-1'],
    },
    {
      of: 'RDS::DBInstance a',
      properties: {
        engine: 'mysql',
        engineVersion: '8',
        instanceClass: 'db.t4g.small',
        availabilityZone: 'eu-west-1a',
        multiAz: true,
        publiclyAccessible: true,
        storageEncrypted: true,
        backupRetentionDays: 7,
        deletionProtection: true,
        port: 3307,
      },
      relations: ['associated with RDS::DBSubnetGroup g', 'associated with EC2::SecurityGroup sg-1'],
    },
  ],
  [
    'aws_db_instance',
    { identifier: 'a' },
    { of: 'RDS::DBInstance a', properties: { publiclyAccessible: false }, relations: [] },
  ],
  [
    'aws_rds_cluster_instance',
    { identifier: 'a', engine: 'aurora-mysql', publicly_accessible: false, cluster_identifier: 'c' },
    {
      of: 'RDS::DBInstance a',
      properties: { engine: 'aurora-mysql', publiclyAccessible: false },
      relations: ['contained in RDS::DBCluster c'],
    },
  ],
  [
    'aws_rds_cluster',
    {
      cluster_identifier: 'c',
      engine: 'aurora-mysql',
      engine_version: '8',
      storage_encrypted: true,
      backup_retention_period: 14,
      deletion_protection: true,
      db_subnet_group_name: 'g',
      vpc_security_group_ids: ['sg-1'],
    },
    {
      of: 'RDS::DBCluster c',
      properties: {
        engine: 'aurora-mysql',
        engineVersion: '8',
        storageEncrypted: true,
        backupRetentionDays: 14,
        deletionProtection: true,
        port: 3306,
      },
      relations: ['associated with RDS::DBSubnetGroup g', 'associated with EC2::SecurityGroup sg-1'],
    },
  ],
  [
    'aws_db_subnet_group',
    { name: 'g', subnet_ids: ['subnet-1', 'subnet-2'] },
    {
      of: 'RDS::DBSubnetGroup g',
      relations: ['associated with EC2::Subnet subnet-1', 'associated with EC2::Subnet subnet-2'],
    },
  ],
  ['aws_s3_bucket', { bucket: 'b' }, { of: 'S3::Bucket b', relations: [] }],
  [
    'aws_s3_account_public_access_block',
    { ignore_public_acls: true, restrict_public_buckets: false },
    {
      of: 'S3::AccountPublicAccessBlock 123456789012',
      properties: { ignorePublicAcls: true, restrictPublicBuckets: false },
      relations: [],
    },
  ],
  [
    'aws_lambda_function',
    {
      function_name: 'f',
      runtime: 'nodejs24.x',
      handler: 'a.b',
      memory_size: 128,
      timeout: 3,
      vpc_config: [{ subnet_ids: ['subnet-1'], security_group_ids: ['sg-1'] }],
      role: 'arn:role',
    },
    {
      of: 'Lambda::Function f',
      properties: { runtime: 'nodejs24.x', handler: 'a.b', memorySizeMb: 128, timeoutSeconds: 3 },
      items: { urls: [], policyGrants: [] },
      relations: [
        'attached to EC2::Subnet subnet-1',
        'associated with EC2::SecurityGroup sg-1',
        'uses IAM::Role arn:role',
      ],
    },
  ],
  [
    'aws_lambda_permission',
    {
      function_name: 'arn:aws:lambda:eu-west-1:123456789012:function:f:live',
      action: 'lambda:InvokeFunction',
      principal: '999999999999',
    },
    { of: 'Lambda::Function f', items: { policyGrants: [{ to: '999999999999', condition: null }] }, relations: [] },
  ],
  [
    'aws_lambda_permission',
    { function_name: 'f:1', action: 'lambda:InvokeFunction', principal: '*', principal_org_id: 'o-1' },
    {
      of: 'Lambda::Function f',
      items: { policyGrants: [{ to: 'everyone', condition: 'only where aws:PrincipalOrgID is o-1' }] },
      relations: [],
    },
  ],
  [
    'aws_lambda_permission',
    {
      function_name: 'f',
      action: 'lambda:InvokeFunction',
      principal: 's3.amazonaws.com',
      source_account: '999999999999',
    },
    { of: 'Lambda::Function f', items: { policyGrants: [{ to: '999999999999', condition: null }] }, relations: [] },
  ],
  [
    'aws_lambda_permission',
    {
      function_name: 'f',
      action: 'lambda:InvokeFunction',
      principal: 'sns.amazonaws.com',
      source_arn: 'arn:aws:sns:eu-west-1:888888888888:t',
    },
    { of: 'Lambda::Function f', items: { policyGrants: [{ to: '888888888888', condition: null }] }, relations: [] },
  ],
  [
    'aws_lambda_permission',
    {
      function_name: 'f',
      action: 'lambda:InvokeFunctionUrl',
      principal: '*',
      function_url_auth_type: 'NONE',
      qualifier: 'live',
    },
    {
      of: 'Lambda::Function f',
      items: { urlGrants: [{ authorization: 'NONE', alias: 'live', to: 'everyone', condition: null }] },
      relations: [],
    },
  ],
  [
    'aws_lambda_permission',
    { function_name: 'f', action: 'lambda:InvokeFunction' },
    { of: 'Lambda::Function f', relations: [] },
  ],
  [
    'aws_lambda_function_url',
    { function_name: 'f', authorization_type: 'NONE', qualifier: 'live', function_url: 'https://a' },
    {
      of: 'Lambda::Function f',
      items: {
        urls: [
          { address: 'https://a', alias: 'live', authorization: 'NONE', grants: [{ to: 'everyone', condition: null }] },
        ],
      },
      relations: [],
    },
  ],
  [
    'aws_lambda_function_url',
    { function_name: 'f', authorization_type: 'AWS_IAM' },
    {
      of: 'Lambda::Function f',
      items: { urls: [{ address: 'the new URL', alias: null, authorization: 'AWS_IAM', grants: [] }] },
      relations: [],
    },
  ],
  [
    'aws_dynamodb_table',
    { name: 't', billing_mode: 'PROVISIONED', table_class: 'STANDARD', deletion_protection_enabled: true },
    {
      of: 'DynamoDB::Table t',
      properties: { billingMode: 'PROVISIONED', tableClass: 'STANDARD', deletionProtection: true },
      relations: [],
    },
  ],
  [
    'aws_dynamodb_resource_policy',
    { resource_arn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/t' },
    { of: 'DynamoDB::Table t', relations: [] },
  ],
  [
    'aws_iam_role',
    { name: 'r', description: 'd', path: '/p/' },
    { of: 'IAM::Role r', properties: { description: 'd', path: '/p/' }, relations: [] },
  ],
  ['aws_iam_role_policy', { role: 'r' }, { of: 'IAM::Role r', relations: [] }],
  ['aws_iam_role_policy_attachment', { role: 'r' }, { of: 'IAM::Role r', relations: [] }],
  ['aws_iam_role_policies_exclusive', { role_name: 'r' }, { of: 'IAM::Role r', relations: [] }],
  ['aws_iam_instance_profile', { name: 'p' }, { of: 'IAM::InstanceProfile p', relations: [] }],
  [
    'aws_backup_vault',
    { name: 'n', policy: everyone },
    { of: 'Backup::BackupVault n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_backup_vault_policy',
    { backup_vault_name: 'n', policy: everyone },
    { of: 'Backup::BackupVault n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_cloudwatch_event_bus',
    { name: 'n', policy: everyone },
    { of: 'Events::EventBus n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_cloudwatch_event_bus_policy',
    { event_bus_name: 'n', policy: everyone },
    { of: 'Events::EventBus n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_ecr_repository',
    { name: 'n', policy: everyone },
    { of: 'ECR::Repository n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_ecr_repository_policy',
    { repository: 'n', policy: everyone },
    { of: 'ECR::Repository n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_efs_file_system',
    { id: 'n', policy: everyone },
    { of: 'EFS::FileSystem n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_efs_file_system_policy',
    { file_system_id: 'n', policy: everyone },
    { of: 'EFS::FileSystem n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_kms_key',
    { key_id: 'n', policy: everyone },
    { of: 'KMS::Key n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_kms_key_policy',
    { key_id: 'n', policy: everyone },
    { of: 'KMS::Key n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_secretsmanager_secret',
    { arn: 'n', policy: everyone },
    {
      of: 'SecretsManager::Secret n',
      properties: { policyGrants: [{ to: 'everyone', condition: null }] },
      relations: [],
    },
  ],
  [
    'aws_secretsmanager_secret_policy',
    { secret_arn: 'n', policy: everyone },
    {
      of: 'SecretsManager::Secret n',
      properties: { policyGrants: [{ to: 'everyone', condition: null }] },
      relations: [],
    },
  ],
  [
    'aws_sns_topic',
    { arn: 'n', policy: everyone },
    { of: 'SNS::Topic n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_sns_topic_policy',
    { arn: 'n', policy: everyone },
    { of: 'SNS::Topic n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_sqs_queue',
    { name: 'n', policy: everyone },
    { of: 'SQS::Queue n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'aws_sqs_queue_policy',
    { queue_url: 'https://sqs/1/n', policy: everyone },
    { of: 'SQS::Queue n', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  [
    'AWS::EC2::VPC',
    { id: 'vpc-1', CidrBlock: '10.0.0.0/16' },
    { of: 'EC2::VPC vpc-1', properties: { cidrBlocks: ['10.0.0.0/16'] }, relations: [] },
  ],
  [
    'AWS::EC2::Subnet',
    { id: 'subnet-1', VpcId: 'vpc-1', CidrBlock: '10.0.0.0/24', AvailabilityZone: 'eu-west-1a' },
    {
      of: 'EC2::Subnet subnet-1',
      properties: { cidrBlock: '10.0.0.0/24', availabilityZone: 'eu-west-1a', mapPublicIpOnLaunch: false },
      relations: ['contained in EC2::VPC vpc-1'],
    },
  ],
  [
    'AWS::EC2::Subnet',
    { id: 'subnet-1', MapPublicIpOnLaunch: 'true' },
    { of: 'EC2::Subnet subnet-1', properties: { mapPublicIpOnLaunch: true }, relations: [] },
  ],
  [
    'AWS::EC2::SecurityGroup',
    {
      id: 'sg-1',
      VpcId: 'vpc-1',
      GroupDescription: 'd',
      SecurityGroupIngress: [
        { IpProtocol: 'tcp', FromPort: '80', ToPort: 81, CidrIp: '10.0.0.0/8' },
        { IpProtocol: 'udp', FromPort: 53, ToPort: 53, CidrIpv6: '::/0' },
        { IpProtocol: '-1', SourcePrefixListId: 'pl-1' },
        { IpProtocol: 'tcp', FromPort: 1, ToPort: 1, SourceSecurityGroupId: 'sg-2' },
      ],
    },
    {
      of: 'EC2::SecurityGroup sg-1',
      properties: { description: 'd' },
      items: {
        ingress: [
          { protocol: 'tcp', fromPort: 80, toPort: 81, source: '10.0.0.0/8' },
          { protocol: 'udp', fromPort: 53, toPort: 53, source: '::/0' },
          { protocol: '-1', fromPort: null, toPort: null, source: 'pl-1' },
          { protocol: 'tcp', fromPort: 1, toPort: 1, source: 'sg-2' },
        ],
        egress: [{ protocol: '-1', fromPort: null, toPort: null, destination: '0.0.0.0/0' }],
      },
      relations: ['contained in EC2::VPC vpc-1'],
    },
  ],
  [
    'AWS::EC2::SecurityGroupIngress',
    { GroupId: 'sg-1', IpProtocol: '6', FromPort: 80, ToPort: 80, CidrIp: '0.0.0.0/0' },
    {
      of: 'EC2::SecurityGroup sg-1',
      items: { ingress: [{ protocol: 'tcp', fromPort: 80, toPort: 80, source: '0.0.0.0/0' }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::SecurityGroupEgress',
    { GroupId: 'sg-1', IpProtocol: 'tcp', FromPort: 80, ToPort: 80, DestinationSecurityGroupId: 'sg-2' },
    {
      of: 'EC2::SecurityGroup sg-1',
      items: { egress: [{ protocol: 'tcp', fromPort: 80, toPort: 80, destination: 'sg-2' }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::SecurityGroupEgress',
    { GroupId: 'sg-1', IpProtocol: 'tcp', FromPort: 80, ToPort: 80, DestinationPrefixListId: 'pl-1' },
    {
      of: 'EC2::SecurityGroup sg-1',
      items: { egress: [{ protocol: 'tcp', fromPort: 80, toPort: 80, destination: 'pl-1' }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::RouteTable',
    { id: 'rtb-1', VpcId: 'vpc-1' },
    { of: 'EC2::RouteTable rtb-1', relations: ['contained in EC2::VPC vpc-1'] },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationCidrBlock: '0.0.0.0/0', GatewayId: 'igw-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'igw-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationCidrBlock: '0.0.0.0/0', NatGatewayId: 'nat-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'nat-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationCidrBlock: '0.0.0.0/0', TransitGatewayId: 'tgw-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'tgw-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationCidrBlock: '0.0.0.0/0', VpcPeeringConnectionId: 'pcx-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'pcx-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationCidrBlock: '0.0.0.0/0', EgressOnlyInternetGatewayId: 'eigw-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'eigw-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationCidrBlock: '0.0.0.0/0', NetworkInterfaceId: 'eni-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'eni-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationCidrBlock: '0.0.0.0/0', InstanceId: 'i-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'i-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationCidrBlock: '0.0.0.0/0', VpcEndpointId: 'vpce-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'vpce-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationCidrBlock: '0.0.0.0/0', LocalGatewayId: 'lgw-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'lgw-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationCidrBlock: '0.0.0.0/0', CarrierGatewayId: 'cagw-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'cagw-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationCidrBlock: '0.0.0.0/0', CoreNetworkArn: 'arn:core' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '0.0.0.0/0', target: 'arn:core', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationIpv6CidrBlock: '::/0', GatewayId: 'igw-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: '::/0', target: 'igw-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::Route',
    { RouteTableId: 'rtb-1', DestinationPrefixListId: 'pl-1', GatewayId: 'igw-1' },
    {
      of: 'EC2::RouteTable rtb-1',
      items: { routes: [{ destination: 'pl-1', target: 'igw-1', state: 'active', propagated: false }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::SubnetRouteTableAssociation',
    { RouteTableId: 'rtb-1', SubnetId: 'subnet-1' },
    { of: 'EC2::RouteTable rtb-1', relations: ['associated with EC2::Subnet subnet-1 only'] },
  ],
  ['AWS::EC2::InternetGateway', { id: 'igw-1' }, { of: 'EC2::InternetGateway igw-1', relations: [] }],
  [
    'AWS::EC2::VPCGatewayAttachment',
    { InternetGatewayId: 'igw-1', VpcId: 'vpc-1' },
    { of: 'EC2::InternetGateway igw-1', relations: ['attached to EC2::VPC vpc-1'] },
  ],
  [
    'AWS::EC2::NatGateway',
    { id: 'nat-1', SubnetId: 'subnet-1', AllocationId: 'eipalloc-1', ConnectivityType: 'public' },
    {
      of: 'EC2::NatGateway nat-1',
      properties: { connectivityType: 'public' },
      relations: ['contained in EC2::Subnet subnet-1', 'associated with EC2::EIP eipalloc-1'],
    },
  ],
  [
    'AWS::EC2::PrefixList',
    { id: 'pl-1', AddressFamily: 'IPv4', MaxEntries: 5, Entries: [{ Cidr: '10.0.0.0/8' }] },
    {
      of: 'EC2::PrefixList pl-1',
      properties: { addressFamily: 'IPv4', maxEntries: 5 },
      items: { entries: [{ cidr: '10.0.0.0/8' }] },
      relations: [],
    },
  ],
  [
    'AWS::EC2::NetworkAcl',
    { id: 'acl-1', VpcId: 'vpc-1' },
    { of: 'EC2::NetworkAcl acl-1', relations: ['contained in EC2::VPC vpc-1'] },
  ],
  [
    'AWS::EC2::NetworkAclEntry',
    {
      NetworkAclId: 'acl-1',
      RuleNumber: '100',
      RuleAction: 'Allow',
      Protocol: 6,
      CidrBlock: '0.0.0.0/0',
      PortRange: { From: 80, To: 81 },
      Egress: 'true',
    },
    {
      of: 'EC2::NetworkAcl acl-1',
      items: {
        egress: [
          {
            rule: 100,
            action: 'allow',
            protocol: '6',
            cidrBlock: '0.0.0.0/0',
            fromPort: 80,
            toPort: 81,
            icmpType: null,
            icmpCode: null,
          },
        ],
      },
      relations: [],
    },
  ],
  [
    'AWS::EC2::NetworkAclEntry',
    {
      NetworkAclId: 'acl-1',
      RuleNumber: 101,
      RuleAction: 'deny',
      Protocol: 58,
      Ipv6CidrBlock: '::/0',
      Icmp: { Type: 1, Code: 2 },
    },
    {
      of: 'EC2::NetworkAcl acl-1',
      items: {
        ingress: [
          {
            rule: 101,
            action: 'deny',
            protocol: '58',
            cidrBlock: '::/0',
            fromPort: null,
            toPort: null,
            icmpType: 1,
            icmpCode: 2,
          },
        ],
      },
      relations: [],
    },
  ],
  [
    'AWS::EC2::SubnetNetworkAclAssociation',
    { NetworkAclId: 'acl-1', SubnetId: 'subnet-1' },
    { of: 'EC2::NetworkAcl acl-1', relations: ['associated with EC2::Subnet subnet-1 only'] },
  ],
  [
    'AWS::EC2::Instance',
    {
      id: 'i-1',
      InstanceType: 't4g.nano',
      ImageId: 'ami-1',
      AvailabilityZone: 'eu-west-1a',
      SubnetId: 'subnet-1',
      SecurityGroupIds: ['sg-1'],
    },
    {
      of: 'EC2::Instance i-1',
      properties: {
        instanceType: 't4g.nano',
        imageId: 'ami-1',
        availabilityZone: 'eu-west-1a',
        associatePublicIp: 'as the subnet',
      },
      relations: ['contained in EC2::Subnet subnet-1', 'associated with EC2::SecurityGroup sg-1'],
    },
  ],
  [
    'AWS::EC2::Instance',
    { id: 'i-1', NetworkInterfaces: [{ SubnetId: 'subnet-1', GroupSet: ['sg-1'], AssociatePublicIpAddress: 'true' }] },
    {
      of: 'EC2::Instance i-1',
      properties: { associatePublicIp: true },
      relations: ['contained in EC2::Subnet subnet-1', 'associated with EC2::SecurityGroup sg-1'],
    },
  ],
  [
    'AWS::EC2::EIP',
    { AllocationId: 'eipalloc-1', InstanceId: 'i-1' },
    { of: 'EC2::EIP eipalloc-1', relations: ['attached to EC2::Instance i-1'] },
  ],
  [
    'AWS::EC2::EIPAssociation',
    { AllocationId: 'eipalloc-1', InstanceId: 'i-1', NetworkInterfaceId: 'eni-1' },
    {
      of: 'EC2::EIP eipalloc-1',
      relations: ['attached to EC2::Instance i-1', 'attached to EC2::NetworkInterface eni-1'],
    },
  ],
  [
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    {
      id: `${elb}:loadbalancer/app/a/1`,
      Subnets: ['subnet-1'],
      SubnetMappings: [{ SubnetId: 'subnet-2' }],
      SecurityGroups: ['sg-1'],
      Scheme: 'internal',
      Type: 'network',
      IpAddressType: 'dualstack',
    },
    {
      of: 'ElasticLoadBalancingV2::LoadBalancer app/a/1',
      properties: { scheme: 'internal', loadBalancerType: 'network', ipAddressType: 'dualstack' },
      relations: [
        'attached to EC2::Subnet subnet-1',
        'attached to EC2::Subnet subnet-2',
        'associated with EC2::SecurityGroup sg-1',
      ],
    },
  ],
  [
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    { id: `${elb}:loadbalancer/app/a/1` },
    {
      of: 'ElasticLoadBalancingV2::LoadBalancer app/a/1',
      properties: { scheme: 'internet-facing', loadBalancerType: 'application', ipAddressType: 'ipv4' },
      relations: [],
    },
  ],
  [
    'AWS::ElasticLoadBalancingV2::Listener',
    {
      id: `${elb}:listener/app/a/1/2`,
      LoadBalancerArn: 'lb',
      Protocol: 'HTTP',
      Port: '80',
      DefaultActions: [
        { Type: 'forward', TargetGroupArn: 'tg-1' },
        { Type: 'forward', ForwardConfig: { TargetGroups: [{ TargetGroupArn: 'tg-2' }] } },
      ],
    },
    {
      of: 'ElasticLoadBalancingV2::Listener app/a/1/2',
      properties: { protocol: 'HTTP', port: 80, defaultActions: ['forward', 'forward'] },
      relations: [
        'contained in ElasticLoadBalancingV2::LoadBalancer lb',
        'routes to ElasticLoadBalancingV2::TargetGroup tg-1',
        'routes to ElasticLoadBalancingV2::TargetGroup tg-2',
      ],
    },
  ],
  [
    'AWS::ElasticLoadBalancingV2::TargetGroup',
    {
      id: `${elb}:targetgroup/a/1`,
      Protocol: 'HTTP',
      Port: 80,
      TargetType: 'ip',
      VpcId: 'vpc-1',
      Targets: [{ Id: '10.0.0.1', Port: 81 }, { Id: '10.0.0.2' }],
    },
    {
      of: 'ElasticLoadBalancingV2::TargetGroup a/1',
      properties: { protocol: 'HTTP', port: 80, targetType: 'ip' },
      items: {
        targets: [
          { id: '10.0.0.1', port: 81, availabilityZone: null, health: null },
          { id: '10.0.0.2', port: 80, availabilityZone: null, health: null },
        ],
      },
      relations: ['contained in EC2::VPC vpc-1'],
    },
  ],
  [
    'AWS::RDS::DBInstance',
    {
      DBInstanceIdentifier: 'a',
      Engine: 'mysql',
      EngineVersion: '8',
      DBInstanceClass: 'db.t4g.small',
      AvailabilityZone: 'eu-west-1a',
      BackupRetentionPeriod: 7,
      PubliclyAccessible: 'true',
      DBSubnetGroupName: 'g',
      VPCSecurityGroups: ['sg-1'],
      DBClusterIdentifier: 'c',
    },
    {
      of: 'RDS::DBInstance a',
      properties: {
        engine: 'mysql',
        engineVersion: '8',
        instanceClass: 'db.t4g.small',
        availabilityZone: 'eu-west-1a',
        backupRetentionDays: 7,
        publiclyAccessible: true,
        port: 3306,
      },
      relations: [
        'associated with RDS::DBSubnetGroup g',
        'associated with EC2::SecurityGroup sg-1',
        'contained in RDS::DBCluster c',
      ],
    },
  ],
  [
    'AWS::RDS::DBInstance',
    { id: 'b', PubliclyAccessible: false },
    { of: 'RDS::DBInstance b', properties: { publiclyAccessible: false }, relations: [] },
  ],
  [
    'AWS::RDS::DBCluster',
    {
      id: 'b',
      DBClusterIdentifier: 'c',
      Engine: 'aurora-mysql',
      EngineVersion: '8',
      BackupRetentionPeriod: 14,
      Port: '3307',
      DBSubnetGroupName: 'g',
      VpcSecurityGroupIds: ['sg-1'],
    },
    {
      of: 'RDS::DBCluster c',
      properties: { engine: 'aurora-mysql', engineVersion: '8', backupRetentionDays: 14, port: 3307 },
      relations: ['associated with RDS::DBSubnetGroup g', 'associated with EC2::SecurityGroup sg-1'],
    },
  ],
  [
    'AWS::RDS::DBSubnetGroup',
    { id: 'g', SubnetIds: ['subnet-1'] },
    { of: 'RDS::DBSubnetGroup g', relations: ['associated with EC2::Subnet subnet-1'] },
  ],
  ['AWS::S3::Bucket', { id: 'b' }, { of: 'S3::Bucket b', relations: [] }],
  [
    'AWS::Lambda::Function',
    {
      id: 'f',
      Runtime: 'nodejs24.x',
      Handler: 'a.b',
      VpcConfig: { SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] },
    },
    {
      of: 'Lambda::Function f',
      properties: { runtime: 'nodejs24.x', handler: 'a.b' },
      items: { urls: [], policyGrants: [] },
      relations: ['attached to EC2::Subnet subnet-1', 'associated with EC2::SecurityGroup sg-1'],
    },
  ],
  [
    'AWS::Lambda::Permission',
    {
      FunctionName: 'arn:aws:lambda:eu-west-1:123456789012:function:f',
      Action: 'lambda:InvokeFunction',
      Principal: '*',
      PrincipalOrgID: 'o-1',
    },
    {
      of: 'Lambda::Function f',
      items: { policyGrants: [{ to: 'everyone', condition: 'only where aws:PrincipalOrgID is o-1' }] },
      relations: [],
    },
  ],
  [
    'AWS::Lambda::Permission',
    {
      FunctionName: 'f',
      Action: 'lambda:InvokeFunction',
      Principal: 's3.amazonaws.com',
      SourceAccount: '999999999999',
    },
    { of: 'Lambda::Function f', items: { policyGrants: [{ to: '999999999999', condition: null }] }, relations: [] },
  ],
  [
    'AWS::Lambda::Permission',
    {
      FunctionName: 'f',
      Action: 'lambda:InvokeFunction',
      Principal: 'sns.amazonaws.com',
      SourceArn: 'arn:aws:sns:eu-west-1:888888888888:t',
    },
    { of: 'Lambda::Function f', items: { policyGrants: [{ to: '888888888888', condition: null }] }, relations: [] },
  ],
  [
    'AWS::Lambda::Permission',
    { FunctionName: 'f', Action: 'lambda:InvokeFunctionUrl', Principal: '*', FunctionUrlAuthType: 'NONE' },
    {
      of: 'Lambda::Function f',
      items: { urlGrants: [{ authorization: 'NONE', alias: null, to: 'everyone', condition: null }] },
      relations: [],
    },
  ],
  [
    'AWS::Lambda::Url',
    { TargetFunctionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:f' },
    { of: 'Lambda::Function f', relations: [] },
  ],
  [
    'AWS::SQS::Queue',
    { id: 'https://sqs/1/q' },
    { of: 'SQS::Queue q', properties: { policyGrants: [] }, relations: [] },
  ],
  [
    'aws_eks_cluster',
    {
      name: 'main',
      version: '1.34',
      role_arn: 'arn:aws:iam::123456789012:role/eks',
      enabled_cluster_log_types: ['audit', 'api'],
      access_config: [{ authentication_mode: 'API' }],
      vpc_config: [
        {
          endpoint_public_access: true,
          endpoint_private_access: true,
          public_access_cidrs: ['203.0.113.0/24', '198.51.100.0/24'],
          subnet_ids: ['subnet-1', 'subnet-2'],
          security_group_ids: ['sg-1'],
        },
      ],
    },
    {
      of: 'EKS::Cluster main',
      properties: {
        version: '1.34',
        publicEndpoint: true,
        privateEndpoint: true,
        publicAccessCidrs: ['198.51.100.0/24', '203.0.113.0/24'],
        logTypes: ['api', 'audit'],
        authenticationMode: 'API',
      },
      relations: [
        'attached to EC2::Subnet subnet-1',
        'attached to EC2::Subnet subnet-2',
        'associated with EC2::SecurityGroup sg-1',
        'uses IAM::Role arn:aws:iam::123456789012:role/eks',
      ],
    },
  ],
  [
    'aws_eks_cluster',
    { name: 'main', vpc_config: [{ public_access_cidrs: [] }] },
    {
      of: 'EKS::Cluster main',
      properties: { publicEndpoint: true, privateEndpoint: false, publicAccessCidrs: ['0.0.0.0/0'], logTypes: [] },
      relations: [],
    },
  ],
  [
    'AWS::EKS::Cluster',
    {
      Name: 'main',
      Version: '1.34',
      RoleArn: 'arn:aws:iam::123456789012:role/eks',
      Logging: { ClusterLogging: { EnabledTypes: [{ Type: 'scheduler' }, { Type: 'api' }] } },
      AccessConfig: { AuthenticationMode: 'CONFIG_MAP' },
      ResourcesVpcConfig: {
        EndpointPublicAccess: 'false',
        EndpointPrivateAccess: 'true',
        PublicAccessCidrs: ['203.0.113.0/24'],
        SubnetIds: ['subnet-1'],
        SecurityGroupIds: ['sg-1'],
      },
    },
    {
      of: 'EKS::Cluster main',
      properties: {
        version: '1.34',
        publicEndpoint: false,
        privateEndpoint: true,
        publicAccessCidrs: ['203.0.113.0/24'],
        logTypes: ['api', 'scheduler'],
        authenticationMode: 'CONFIG_MAP',
      },
      relations: [
        'attached to EC2::Subnet subnet-1',
        'associated with EC2::SecurityGroup sg-1',
        'uses IAM::Role arn:aws:iam::123456789012:role/eks',
      ],
    },
  ],
  [
    'AWS::EKS::Cluster',
    { id: 'stack-cluster', ResourcesVpcConfig: {} },
    {
      of: 'EKS::Cluster stack-cluster',
      properties: { publicEndpoint: true, privateEndpoint: false, publicAccessCidrs: ['0.0.0.0/0'], logTypes: [] },
      relations: [],
    },
  ],
  ['AWS::SQS::Queue', { QueueName: 'q' }, { of: 'SQS::Queue q', properties: { policyGrants: [] }, relations: [] }],
  [
    'AWS::SQS::QueuePolicy',
    {
      Queues: ['https://sqs/1/q'],
      PolicyDocument: { Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] },
    },
    { of: 'SQS::Queue q', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  ['AWS::SNS::Topic', { id: 'arn:t' }, { of: 'SNS::Topic arn:t', properties: { policyGrants: [] }, relations: [] }],
  [
    'AWS::SNS::TopicPolicy',
    {
      Topics: ['arn:t'],
      PolicyDocument: { Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] },
    },
    { of: 'SNS::Topic arn:t', properties: { policyGrants: [{ to: 'everyone', condition: null }] }, relations: [] },
  ],
  ['AWS::IAM::Policy', { Roles: ['r'] }, { of: 'IAM::Role r', relations: [] }],
  ['AWS::IAM::Role', { id: 'x', RoleName: 'r' }, { of: 'IAM::Role r', relations: [] }],
  ['AWS::IAM::Role', { id: 'x' }, { of: 'IAM::Role x', relations: [] }],
]

test.each(rows)('%s %o', (type, values, { of, properties = {}, items = {}, relations }) => {
  const mapping = mappingsOf(type.startsWith('aws_') ? 'Terraform plan' : 'CloudFormation change set')(type)
  expect(mapping).not.toBeNull()
  if (mapping === null) return
  const facts = factsOf(mapping, values, context)
  const id = mapping.id(values, context.accountId)
  expect(`${mapping.type} ${typeof id === 'string' ? id : ''}`).toBe(`AWS::${of}`)
  expect({ properties: facts.properties, items: facts.items }).toEqual({ properties, items })
  expect(
    facts.relations.map(({ verb, type: to, target, isOnly }) =>
      [
        verb,
        to.replace('AWS::', ''),
        typeof target === 'string' ? target : '?',
        ...(isOnly === true ? ['only'] : []),
      ].join(' '),
    ),
  ).toEqual(relations)
})

const isTerraform = (name: string) => /^aws_[a-z0-9_]+$/u.test(name)

const isAttribute = (name: string) => /^[a-z][a-z0-9_]*$/u.test(name)

const isProperty = (name: string) => /^[A-Z][A-Za-z]+$/u.test(name)

describe('tables of names', () => {
  test('types without an effect are none that scans read', () => {
    for (const name of withoutEffect) {
      expect(name).toSatisfy((each: string) => isTerraform(each) || /^AWS::\w+::\w+$/u.test(each))
      expect(mappingsOf('Terraform plan')(name) ?? mappingsOf('CloudFormation change set')(name)).toBeNull()
    }
  })

  test('names of Terraform', () => {
    for (const [name, type] of Object.entries(recognized)) {
      expect(name).toSatisfy(isTerraform)
      expect(mappingsOf('Terraform plan')(name)?.type).toBe(type)
    }
  })

  test('attributes that decide are named for both tools', () => {
    const all = [
      // CloudFormation doesn't create snapshots.
      ...Object.entries(exposingAttributes).flatMap(([type, names]) => (type.endsWith('Snapshot') ? [] : [names])),
      ...Object.values(madeAlong).flatMap(({ unjudgedChanges }) =>
        unjudgedChanges === undefined ? [] : [unjudgedChanges],
      ),
    ]
    for (const names of all) {
      const [attributes, properties] = [names.filter(isAttribute), names.filter(isProperty)]
      expect([...attributes, ...properties].toSorted()).toEqual([...names].toSorted())
      expect(attributes.length).toBeGreaterThan(0)
      expect(properties.length).toBeGreaterThan(0)
    }
  })

  test.each([
    ['aws_mq_broker', 'publicly_accessible'],
    ['aws_api_gateway_rest_api', 'endpoint_configuration'],
    ['aws_apigatewayv2_api', 'disable_execute_api_endpoint'],
    ['aws_apprunner_service', 'network_configuration'],
    ['aws_appsync_graphql_api', 'authentication_type'],
    ['aws_appsync_graphql_api', 'visibility'],
    ['aws_cloudfront_distribution', 'enabled'],
    ['aws_ecs_service', 'network_configuration'],
    ['aws_elb', 'listener'],
    ['aws_elb', 'internal'],
    ['aws_globalaccelerator_accelerator', 'enabled'],
    ['aws_msk_cluster', 'broker_node_group_info'],
    ['aws_opensearch_domain', 'access_policies'],
    ['aws_opensearch_domain', 'vpc_options'],
    ['aws_redshift_cluster', 'publicly_accessible'],
    ['aws_transfer_server', 'endpoint_type'],
    ['AWS::CloudFront::Distribution', 'DistributionConfig'],
    ['AWS::ElasticLoadBalancing::LoadBalancer', 'Scheme'],
    ['AWS::AppSync::GraphQLApi', 'AuthenticationType'],
    ['AWS::OpenSearchService::Domain', 'AccessPolicies'],
  ])('%s is exposed by its %s', (type, name) => {
    const mapping = mappingsOf(isTerraform(type) ? 'Terraform plan' : 'CloudFormation change set')(type)
    expect(mapping?.unjudgedChanges).toContain(name)
    expect(mapping?.unjudged).toMatch(/^Settings of .+ in plans are not evaluated\.$/u)
  })

  test('what decides about exposure', () => {
    const decides = Object.fromEntries(
      [...new Set(rows.map(([type]) => type))].flatMap((type) => {
        const format = isTerraform(type) ? 'Terraform plan' : 'CloudFormation change set'
        const names = mappingsOf(format)(type)?.decides
        return names === undefined || names[0] === 'policy' ? [] : [[type, names.join(' ')]]
      }),
    )
    expect(decides).toEqual({
      'AWS::EKS::Cluster': 'ResourcesVpcConfig.EndpointPublicAccess ResourcesVpcConfig.PublicAccessCidrs',
      'AWS::ElasticLoadBalancingV2::LoadBalancer': 'Scheme',
      'AWS::Lambda::Permission': 'Action Principal SourceArn SourceAccount PrincipalOrgID FunctionUrlAuthType',
      'AWS::RDS::DBInstance': 'PubliclyAccessible',
      'AWS::SNS::TopicPolicy': 'PolicyDocument',
      'AWS::SQS::QueuePolicy': 'PolicyDocument',
      aws_alb: 'internal',
      aws_db_instance: 'publicly_accessible',
      aws_eks_cluster: 'vpc_config.endpoint_public_access vpc_config.public_access_cidrs',
      aws_lambda_function_url: 'authorization_type',
      aws_lambda_permission: 'action principal source_arn source_account principal_org_id function_url_auth_type',
      aws_lb: 'internal',
      aws_rds_cluster_instance: 'publicly_accessible',
      aws_vpc_block_public_access_options: 'internet_gateway_block_mode',
    })
  })

  test('why the exposure is not known after a part is removed, and what is not judged', () => {
    const reasons = rows.flatMap(([type]) => {
      const mapping = mappingsOf(isTerraform(type) ? 'Terraform plan' : 'CloudFormation change set')(type)
      const reason = mapping?.removal ?? mapping?.unjudged
      return reason === undefined ? [] : [[type, reason]]
    })
    const permissions = 'Permissions of IAM roles are not evaluated for plans.'
    const removal = 'Other statements of its policy may still allow the same callers.'
    expect(Object.fromEntries(reasons)).toEqual({
      'AWS::IAM::Policy': permissions,
      'AWS::IAM::Role': permissions,
      'AWS::Lambda::Permission': removal,
      'AWS::Lambda::Url': 'Function URLs of change sets are not evaluated.',
      aws_dynamodb_resource_policy: 'Resource policies of DynamoDB tables are not evaluated.',
      aws_iam_role: permissions,
      aws_iam_role_policies_exclusive: permissions,
      aws_iam_role_policy: permissions,
      aws_iam_role_policy_attachment: permissions,
      aws_lambda_permission: removal,
    })
  })

  test('the attributes with names', () => {
    const named = rows.flatMap(([type]) => {
      const name = mappingsOf(isTerraform(type) ? 'Terraform plan' : 'CloudFormation change set')(type)?.name
      return name === undefined || name === 'name' ? [] : [[type, name]]
    })
    expect(Object.fromEntries(named)).toEqual({
      'AWS::EC2::PrefixList': 'PrefixListName',
      'AWS::EC2::SecurityGroup': 'GroupName',
      'AWS::EKS::Cluster': 'Name',
      'AWS::ElasticLoadBalancingV2::LoadBalancer': 'Name',
      'AWS::ElasticLoadBalancingV2::TargetGroup': 'Name',
      'AWS::IAM::Role': 'RoleName',
      'AWS::Lambda::Function': 'FunctionName',
      'AWS::RDS::DBCluster': 'DBClusterIdentifier',
      'AWS::RDS::DBInstance': 'DBInstanceIdentifier',
      'AWS::S3::Bucket': 'BucketName',
      'AWS::SNS::Topic': 'TopicName',
      'AWS::SQS::Queue': 'QueueName',
      aws_db_instance: 'identifier',
      aws_lambda_function: 'function_name',
      aws_rds_cluster: 'cluster_identifier',
      aws_rds_cluster_instance: 'identifier',
      aws_s3_bucket: 'bucket',
    })
  })
})
