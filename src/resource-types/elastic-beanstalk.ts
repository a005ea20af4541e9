import { service } from './resource-type.ts'

export const elasticBeanstalk = service('Elastic Beanstalk', {
  'AWS::ElasticBeanstalk::Environment': {
    names: ['Elastic Beanstalk environment', 'Elastic Beanstalk environments'],
    shortNames: ['environment', 'environments'],
    icon: ['architecture-service/AWSElasticBeanstalk', 'elastic_beanstalk'],
    arns: [['elasticbeanstalk', /^environment\/[^/]+\/([^/]+)$/]],
    taggedAs: 'elasticbeanstalk:environment',
    inSettings: true,
    picture: { box: { tier: 'application', shelf: 'Applications' }, flow: 'caller' },
    normalState: 'ready',
    ofApplication: { property: 'application', tag: 'elasticbeanstalk:environment-name' },
    exposedBy: { rule: 'environment address', by: 'address of the environment', ports: '80,443' },
  },
})
