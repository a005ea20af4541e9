import { service } from './resource-type.ts'

export const systemsManager = service('Systems Manager', {
  'AWS::SSM::Parameter': {
    names: ['Parameter Store parameter', 'Parameter Store parameters'],
    shortNames: ['parameter', 'parameters'],
    icon: ['resource/AWSSystemsManagerParameterStore', 'parameter_store'],
    taggedAs: 'ssm:parameter',
    inSettings: true,
    settingWords: ['PARAMETER', 'PARAM', 'SSM'],
    picture: { none: 'a setting of what uses it' },
  },
})
