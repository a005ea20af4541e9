import { service } from './resource-type.ts'

export const sageMaker = service('SageMaker', {
  'AWS::SageMaker::Endpoint': {
    names: ['inference endpoint', 'inference endpoints'],
    icon: ['architecture-service/AmazonSageMakerAI', 'sagemaker'],
    taggedAs: 'sagemaker:endpoint',
    picture: { box: { tier: 'application', shelf: 'Machine learning' } },
  },
  'AWS::SageMaker::NotebookInstance': {
    names: ['notebook', 'notebooks'],
    icon: ['resource/AmazonSageMakerAINotebook', 'sagemaker_notebook'],
    taggedAs: 'sagemaker:notebook-instance',
    picture: { box: { tier: 'application', within: 'subnet', shelf: 'Machine learning' } },
  },
})
