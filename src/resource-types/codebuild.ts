import { service } from './resource-type.ts'

export const codeBuild = service('CodeBuild', {
  'AWS::CodeBuild::Project': {
    names: ['CodeBuild project', 'CodeBuild projects'],
    shortNames: ['project', 'projects'],
    icon: ['architecture-service/AWSCodeBuild', 'codebuild'],
    console: 'codesuite/codebuild/projects/*',
    arns: [['codebuild', /^project\/(.+)$/]],
    picture: { box: { tier: 'application', within: 'subnet', shelf: 'Developer tools' }, flow: 'caller' },
  },
})
