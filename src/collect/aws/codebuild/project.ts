import type { EnvironmentVariable, Project } from '@aws-sdk/client-codebuild'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'
import { parameterName } from '../../references/arn.ts'
import { imageRepository } from '../../references/image-repository.ts'
import type { Setting } from '../../references/plain-names.ts'
import { namedTypes } from '../../references/named-resources.ts'
import { resourcesOfProgram } from '../program-resources.ts'
import { programHosts, settingNames } from '../program-settings.ts'
import { keyNamed } from '../kms/key-aliases.ts'

export const codeBuild = defineService(
  'codebuild',
  () => import('@aws-sdk/client-codebuild'),
  (sdk) => sdk.CodeBuildClient,
)

/** Collects CodeBuild projects. A page of the list has as many projects as one describe call accepts. */
export const buildProject = defineCollector({
  type: 'AWS::CodeBuild::Project',
  count: 'buildProjects',
  scope: 'regional',
  permissions: ['codebuild:ListProjects', 'codebuild:BatchGetProjects'],
  service: codeBuild,
  hosts: programHosts,
  names: settingNames,
  // AWS determines the page size, which is 100.
  pages: ({ sdk, client }) => sdk.paginateListProjects({ client }, {}),
  async items({ projects: names = [] }, { sdk, client }) {
    if (names.length === 0) return []
    const { projects = [] } = await client.send(new sdk.BatchGetProjectsCommand({ names }))
    return projects
  },
  resource: (project) => ({
    id: project.name,
    arn: project.arn,
    name: project.name,
    tags: tagRecord(project.tags),
    properties: {
      description: project.description,
      sourceType: project.source?.type,
      environmentType: project.environment?.type,
      computeType: project.environment?.computeType,
      image: project.environment?.image,
      privileged: project.environment?.privilegedMode,
      visibility: project.projectVisibility,
      timeoutMinutes: project.timeoutInMinutes,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'codebuild:BatchGetProjects projects[].vpcConfig.vpcId',
      targets: (project) => project.vpcConfig?.vpcId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'codebuild:BatchGetProjects projects[].vpcConfig.subnets[]',
      targets: (project) => project.vpcConfig?.subnets,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'codebuild:BatchGetProjects projects[].vpcConfig.securityGroupIds[]',
      targets: (project) => project.vpcConfig?.securityGroupIds,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'codebuild:BatchGetProjects projects[].serviceRole',
      arns: (project) => project.serviceRole,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'codebuild:BatchGetProjects projects[].encryptionKey',
      targets: (project, context) => keyNamed(project.encryptionKey, context),
    },
    {
      verb: 'uses',
      type: 'AWS::ECR::Repository',
      field: 'codebuild:BatchGetProjects projects[].environment.image',
      targets: (project, context) => imageRepository(project.environment?.image, context),
    },
    {
      verb: 'uses',
      type: 'AWS::S3::Bucket',
      field: 'codebuild:BatchGetProjects projects[].source.location',
      targets: ({ source }) => (source?.type === 'S3' ? bucketOf(source.location) : undefined),
    },
    {
      verb: 'uses',
      type: 'AWS::S3::Bucket',
      field: 'codebuild:BatchGetProjects projects[].artifacts.location',
      targets: ({ artifacts }) => (artifacts?.type === 'S3' ? bucketOf(artifacts.location) : undefined),
    },
    {
      verb: 'uses',
      type: 'AWS::S3::Bucket',
      field: 'codebuild:BatchGetProjects projects[].cache.location',
      targets: ({ cache }) => (cache?.type === 'S3' ? bucketOf(cache.location) : undefined),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'codebuild:BatchGetProjects projects[].logsConfig.cloudWatchLogs.groupName',
      targets: ({ logsConfig }) =>
        logsConfig?.cloudWatchLogs?.status === 'ENABLED' ? logsConfig.cloudWatchLogs.groupName : undefined,
    },
    {
      verb: 'logs to',
      type: 'AWS::S3::Bucket',
      field: 'codebuild:BatchGetProjects projects[].logsConfig.s3Logs.location',
      targets: ({ logsConfig }) =>
        logsConfig?.s3Logs?.status === 'ENABLED' ? bucketOf(logsConfig.s3Logs.location) : undefined,
    },
    {
      verb: 'uses',
      types: ['AWS::SecretsManager::Secret'],
      field: 'codebuild:BatchGetProjects projects[].environment.environmentVariables[].value',
      arns: (project) => variables(project, 'SECRETS_MANAGER').map(({ value }) => value),
    },
    {
      verb: 'uses',
      type: 'AWS::SSM::Parameter',
      field: 'codebuild:BatchGetProjects projects[].environment.environmentVariables[].value',
      targets: (project, context) =>
        variables(project, 'PARAMETER_STORE').map(({ value }) => parameterName(value, context)),
    },
    {
      verb: 'uses',
      types: namedTypes,
      field: 'codebuild:BatchGetProjects projects[].environment.environmentVariables[].value',
      references: (project, context) => resourcesOfProgram(variables(project, 'PLAINTEXT'), context),
    },
  ],
})

/** Accepts `bucket/path` or its ARN. */
function bucketOf(location: string | undefined): string | undefined {
  return location?.replace(/^arn:[\w-]+:s3:::/, '').split('/')[0]
}

function variables({ environment }: Project, kind: EnvironmentVariable['type']): readonly Setting[] {
  // Variables without a type are plain text.
  return (environment?.environmentVariables ?? []).flatMap(({ type = 'PLAINTEXT', name = '', value }) =>
    type === kind && value !== undefined ? { name, value } : [],
  )
}
