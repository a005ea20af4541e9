import { service } from './resource-type.ts'

export const eks = service('EKS', {
  'AWS::EKS::Cluster': {
    names: ['EKS cluster', 'EKS clusters'],
    shortNames: ['cluster', 'clusters'],
    icon: ['architecture-service/AmazonElasticKubernetesService', 'eks'],
    console: 'eks/clusters/*',
    arns: [['eks', /^cluster\/(.+)$/]],
    picture: { box: { tier: 'application', within: 'subnet', shelf: 'Containers' }, flow: 'caller' },
    rolesOfAws: ['cluster.roleArn'],
    normalState: 'active',
    isControlPlane: true,
    applications: 'cluster',
    exposedBy: { rule: 'cluster endpoint', by: 'cluster endpoint', ports: '443', reads: ['eks:DescribeCluster'] },
  },
  'AWS::EKS::Nodegroup': {
    names: ['EKS node group', 'EKS node groups'],
    shortNames: ['node group', 'node groups'],
    icon: ['architecture-service/AmazonElasticKubernetesService', 'eks'],
    picture: { box: { tier: 'application', within: 'subnet', card: 'in its cluster', shelf: 'Containers' } },
    normalState: 'active',
    partOf: { whole: 'AWS::EKS::Cluster', drawn: 'beside' },
    plays: 'EKS node group',
  },
  'AWS::EKS::FargateProfile': {
    names: ['EKS Fargate profile', 'EKS Fargate profiles'],
    shortNames: ['Fargate profile', 'Fargate profiles'],
    icon: ['architecture-service/AWSFargate', 'fargate'],
    picture: { box: { tier: 'application', within: 'subnet', card: 'in its cluster', shelf: 'Containers' } },
    rolesOfAws: ['fargateProfile.podExecutionRoleArn'],
    normalState: 'active',
    partOf: { whole: 'AWS::EKS::Cluster', drawn: 'beside' },
  },
  'AWS::EKS::Addon': {
    names: ['EKS add-on', 'EKS add-ons'],
    shortNames: ['add-on', 'add-ons'],
    icon: ['architecture-service/AmazonElasticKubernetesService', 'eks'],
    picture: { none: 'part of its cluster' },
    partOf: { whole: 'AWS::EKS::Cluster', drawn: 'never' },
  },
  'AWS::EKS::PodIdentityAssociation': {
    names: ['EKS Pod Identity association', 'EKS Pod Identity associations'],
    shortNames: ['Pod Identity association', 'Pod Identity associations'],
    icon: ['architecture-service/AmazonElasticKubernetesService', 'eks'],
    picture: { none: 'part of its cluster' },
    partOf: { whole: 'AWS::EKS::Cluster', drawn: 'never' },
  },
})
