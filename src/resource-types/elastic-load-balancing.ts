import { service } from './resource-type.ts'

export const elasticLoadBalancing = service('Elastic Load Balancing', {
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    names: ['load balancer', 'load balancers'],
    icon: ['resource/ElasticLoadBalancingApplicationLoadBalancer', 'application_load_balancer'],
    variants: {
      property: 'loadBalancerType',
      icons: {
        network: ['resource/ElasticLoadBalancingNetworkLoadBalancer', 'network_load_balancer'],
        gateway: ['resource/ElasticLoadBalancingGatewayLoadBalancer', 'gateway_load_balancer'],
      },
      names: {
        application: { names: ['Application Load Balancer', 'Application Load Balancers'] },
        network: { names: ['Network Load Balancer', 'Network Load Balancers'] },
        gateway: { names: ['Gateway Load Balancer', 'Gateway Load Balancers'] },
      },
    },
    arns: [['elasticloadbalancing', /^loadbalancer\/((?:app|net|gwy)\/.+)$/]],
    taggedAs: 'elasticloadbalancing:loadbalancer',
    inSettings: true,
    picture: { box: { tier: 'load balancer', within: 'VPC', card: 'kind and scheme', forwards: true }, flow: 'caller' },
    normalState: 'active',
    plays: 'load balancer',
    exposedBy: { rule: 'internet-facing', by: 'internet-facing scheme', idle: ['failed'], groups: 'optional' },
    clientPorts: 'all',
  },
  'AWS::ElasticLoadBalancing::LoadBalancer': {
    names: ['Classic Load Balancer', 'Classic Load Balancers'],
    shortNames: ['CLB', 'CLBs'],
    icon: ['resource/ElasticLoadBalancingClassicLoadBalancer', 'classic_load_balancer'],
    arns: [['elasticloadbalancing', /^loadbalancer\/([^/]+)$/]],
    taggedAs: 'elasticloadbalancing:loadbalancer',
    inSettings: true,
    picture: { box: { tier: 'load balancer', within: 'VPC', card: 'classic', forwards: true }, flow: 'caller' },
    plays: 'classic load balancer',
    exposedBy: { rule: 'internet-facing', by: 'internet-facing scheme', groups: 'optional' },
    clientPorts: 'all',
  },
  'AWS::ElasticLoadBalancingV2::Listener': {
    names: ['load balancer listener', 'load balancer listeners'],
    shortNames: ['listener', 'listeners'],
    icon: ['architecture-service/ElasticLoadBalancing', 'elastic_load_balancing'],
    arns: [['elasticloadbalancing', /^listener\/(.+)$/]],
    taggedAs: 'elasticloadbalancing:listener',
    picture: { line: { from: ['other', 'routes to'], to: [['own', 'contained in']] } },
    walk: 'through',
    plays: 'load balancer listener',
  },
  'AWS::ElasticLoadBalancingV2::ListenerRule': {
    names: ['load balancer listener rule', 'load balancer listener rules'],
    shortNames: ['listener rule', 'listener rules'],
    icon: ['architecture-service/ElasticLoadBalancing', 'elastic_load_balancing'],
    taggedAs: 'elasticloadbalancing:listener-rule',
    picture: { none: 'part of its load balancer' },
    walk: 'through',
    plays: 'load balancer listener rule',
  },
  'AWS::ElasticLoadBalancingV2::TargetGroup': {
    names: ['target group', 'target groups'],
    icon: ['resource/ElasticLoadBalancingNetworkLoadBalancer', 'network_load_balancer'],
    arns: [['elasticloadbalancing', /^targetgroup\/(.+)$/]],
    taggedAs: 'elasticloadbalancing:targetgroup',
    picture: {
      line: {
        from: ['own', 'associated with'],
        to: [
          ['own', 'routes to'],
          ['other', 'associated with'],
        ],
        via: 'target group',
      },
      words: 'shown as arrows',
    },
    walk: 'through',
    plays: 'target group',
    sameNetwork: ['routes to', 'associated with'],
    usedIf: [
      ['own', 'associated with', 'AWS::ElasticLoadBalancingV2::LoadBalancer'],
      ['other', 'routes to', 'AWS::ElasticLoadBalancingV2::Listener'],
    ],
  },
})
