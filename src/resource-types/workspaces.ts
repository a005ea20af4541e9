import { service } from './resource-type.ts'

export const workSpaces = service('WorkSpaces', {
  'AWS::WorkSpaces::Workspace': {
    names: ['WorkSpace', 'WorkSpaces'],
    icon: ['architecture-service/AmazonWorkSpaces', 'workspaces'],
    taggedAs: 'workspaces:workspace',
    picture: { box: { tier: 'application', within: 'subnet', shelf: 'Applications' } },
  },
})
