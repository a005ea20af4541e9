import { service } from './resource-type.ts'

export const sageMaker = service('SageMaker AI', {
  'AWS::SageMaker::Endpoint': {
    names: ['SageMaker AI endpoint', 'SageMaker AI endpoints'],
    shortNames: ['endpoint', 'endpoints'],
    icon: ['architecture-service/AmazonSageMakerAI', 'sagemaker'],
    arns: [['sagemaker', /^endpoint\/(.+)$/]],
    taggedAs: 'sagemaker:endpoint',
    inSettings: true,
    settingWords: ['ENDPOINT', 'SAGEMAKER'],
    // Its ARN has its name in lower case.
    isOwnByName: true,
    picture: { box: { tier: 'application', shelf: 'Machine learning' }, flow: 'caller' },
    normalState: 'inservice',
  },
  'AWS::SageMaker::NotebookInstance': {
    names: ['SageMaker AI notebook instance', 'SageMaker AI notebook instances'],
    shortNames: ['notebook instance', 'notebook instances'],
    icon: ['resource/AmazonSageMakerAINotebook', 'sagemaker_notebook'],
    taggedAs: 'sagemaker:notebook-instance',
    picture: { box: { tier: 'application', within: 'subnet', shelf: 'Machine learning' }, flow: 'caller' },
    normalState: 'inservice',
  },
})
