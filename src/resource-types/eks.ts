import { service } from './resource-type.ts'

export const eks = service('EKS', {
  'AWS::EKS::Cluster': {
    names: ['Kubernetes cluster', 'Kubernetes clusters'],
    icon: ['architecture-service/AmazonElasticKubernetesService', 'eks'],
    console: 'eks/clusters/*',
    arns: [['eks', /^cluster\/(.+)$/]],
    picture: { box: { tier: 'application', within: 'subnet', shelf: 'Containers' } },
  },
  'AWS::EKS::Nodegroup': {
    names: ['Kubernetes node group', 'Kubernetes node groups'],
    icon: ['architecture-service/AmazonElasticKubernetesService', 'eks'],
    picture: { box: { tier: 'application', within: 'subnet', card: 'in its cluster', shelf: 'Containers' } },
    partOf: { whole: 'AWS::EKS::Cluster', drawn: 'beside' },
    plays: 'EKS node group',
  },
  'AWS::EKS::FargateProfile': {
    names: ['Kubernetes Fargate profile', 'Kubernetes Fargate profiles'],
    icon: ['architecture-service/AWSFargate', 'fargate'],
    picture: { box: { tier: 'application', within: 'subnet', card: 'in its cluster', shelf: 'Containers' } },
    partOf: { whole: 'AWS::EKS::Cluster', drawn: 'beside' },
  },
  'AWS::EKS::Addon': {
    names: ['Kubernetes add-on', 'Kubernetes add-ons'],
    icon: ['architecture-service/AmazonElasticKubernetesService', 'eks'],
    picture: { none: 'part of its cluster' },
  },
})
