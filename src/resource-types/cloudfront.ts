import { service } from './resource-type.ts'

export const cloudFront = service('CloudFront', {
  'AWS::CloudFront::Distribution': {
    names: ['CloudFront distribution', 'CloudFront distributions'],
    shortNames: ['distribution', 'distributions'],
    icon: ['architecture-service/AmazonCloudFront', 'cloudfront'],
    console: 'cloudfront/v4/home#/distributions/*',
    arns: [['cloudfront', /^distribution\/(.+)$/]],
    taggedAs: 'cloudfront:distribution',
    picture: { box: { tier: 'edge', forwards: true }, flow: 'caller' },
    normalState: 'deployed',
    conditions: [{ property: 'enabled', value: false, words: 'disabled' }],
    exposedBy: { rule: 'enabled', by: 'distribution', ports: '80,443' },
  },
})
