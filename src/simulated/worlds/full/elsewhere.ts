/** Additional resources in eu-west-1: more web ACLs than protected resources, so that a scan queries the resources. */
import type { RegionData } from '../../world.ts'
import { accountId } from '../three-tier-network.ts'
import { uuid } from './integration-names.ts'

const region = 'eu-west-1'
const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`
const webAclArn = arn('wafv2', `regional/webacl/partners/${uuid('acl partners')}`)
const serviceId = uuid('app runner partners').replaceAll('-', '')
const serviceArn = arn('apprunner', `service/partners/${serviceId}`)
const userPoolId = `${region}_Partners1`
const created = new Date('2026-06-17T12:30:00Z')

export const regionData: RegionData = {
  appRunner: {
    services: [
      {
        ServiceName: 'partners',
        ServiceId: serviceId,
        ServiceArn: serviceArn,
        ServiceUrl: `${serviceId.slice(0, 10)}.${region}.awsapprunner.com`,
        CreatedAt: created,
        UpdatedAt: created,
        Status: 'RUNNING',
        SourceConfiguration: {},
        InstanceConfiguration: { Cpu: '1024', Memory: '2048' },
        AutoScalingConfigurationSummary: { AutoScalingConfigurationName: 'DefaultConfiguration' },
        NetworkConfiguration: { IngressConfiguration: { IsPubliclyAccessible: true } },
      },
    ],
  },
  cognito: { userPools: [{ Id: userPoolId, Name: 'partners', CreationDate: created, LastModifiedDate: created }] },
  wafv2: {
    webAcls: [
      { Name: 'partners', Id: uuid('acl partners'), ARN: webAclArn, LockToken: uuid('lock partners') },
      {
        Name: 'spare',
        Id: uuid('acl spare'),
        ARN: arn('wafv2', `regional/webacl/spare/${uuid('acl spare')}`),
        LockToken: uuid('lock spare'),
      },
    ],
    protectedResources: {
      [webAclArn]: {
        APP_RUNNER_SERVICE: [serviceArn],
        COGNITO_USER_POOL: [arn('cognito-idp', `userpool/${userPoolId}`)],
      },
    },
  },
}
