import { service } from './resource-type.ts'

export const bedrock = service('Bedrock', {
  'AWS::Bedrock::Agent': {
    names: ['Bedrock agent', 'Bedrock agents'],
    shortNames: ['agent', 'agents'],
    icon: ['architecture-service/AmazonBedrock', 'bedrock'],
    taggedAs: 'bedrock:agent',
    picture: { box: { tier: 'application', shelf: 'Machine learning' }, flow: 'caller' },
    normalState: 'prepared',
  },
})
