/** API Gateway: REST APIs, their resources with methods, and VPC links. One IAM action allows all reads. */
import type {
  Authorizer,
  BasePathMapping,
  DomainName,
  Resource,
  RestApi,
  Stage,
  VpcLink,
} from '@aws-sdk/client-api-gateway'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly apiGateway?: Lists<
      { restApis: RestApi; vpcLinks: VpcLink; domainNames: DomainName },
      { resources: Resource; stages: Stage; authorizers: Authorizer; basePathMappings: BasePathMapping }
    >
  }
}

export const service = defineService('apiGateway', () => import('@aws-sdk/client-api-gateway'), {
  iamAction: 'apigateway:GET',
  pages: { largest: 500, usual: 25, error: 'BadRequestException' },
  notFound: ['NotFoundException', 404],
})({
  GetRestApis: { list: 'restApis', denied: 'arn:aws:apigateway:{region}::/restapis' },
  GetResources: {
    list: 'resources',
    within: { list: 'restApis', by: { restApiId: 'id' } },
    parameters: ['embed'],
    // Without `embed=methods`, a resource only has the names of its methods.
    narrow: (items, { embed }) => (embed?.includes('methods') === true ? items : items.map(withoutMethods)),
  },
  GetStages: { list: 'stages', within: { list: 'restApis', by: { restApiId: 'id' } } },
  GetAuthorizers: { list: 'authorizers', within: { list: 'restApis', by: { restApiId: 'id' } } },
  GetDomainNames: { list: 'domainNames', denied: 'arn:aws:apigateway:{region}::/domainnames' },
  GetBasePathMappings: {
    list: 'basePathMappings',
    within: { list: 'domainNames', by: ['domainName', 'domainNameId'] },
  },
  GetVpcLinks: { list: 'vpcLinks', denied: 'arn:aws:apigateway:{region}::/vpclinks' },
})

function withoutMethods({ resourceMethods = {}, ...resource }: Resource): Resource {
  return { ...resource, resourceMethods: Object.fromEntries(Object.keys(resourceMethods).map((name) => [name, {}])) }
}
