import { service } from './resource-type.ts'

export const apiGateway = service('API Gateway', {
  'AWS::ApiGatewayV2::Api': {
    names: ['HTTP API', 'HTTP APIs'],
    icon: ['architecture-service/AmazonAPIGateway', 'api_gateway'],
    arns: [['apigateway', /^\/apis\/([^/]+)/]],
    picture: { box: { tier: 'application', shelf: 'APIs' }, flow: 'caller' },
  },
  'AWS::ApiGateway::RestApi': {
    names: ['REST API', 'REST APIs'],
    icon: ['architecture-service/AmazonAPIGateway', 'api_gateway'],
    console: 'apigateway/main/apis/*/resources',
    // EventBridge names an API that it calls by the ARN that permits calling it.
    arns: [
      ['apigateway', /^\/restapis\/([^/]+)/],
      ['execute-api', /^([^/]+)/],
    ],
    picture: { box: { tier: 'application', shelf: 'APIs' }, flow: 'caller' },
  },
  'AWS::ApiGatewayV2::VpcLink': {
    names: ['HTTP API network link', 'HTTP API network links'],
    icon: ['resource/AmazonAPIGatewayEndpoint', 'endpoint'],
    picture: { none: 'drawn as the arrow of its API' },
    walk: 'through',
  },
  'AWS::ApiGateway::VpcLink': {
    names: ['REST API network link', 'REST API network links'],
    icon: ['resource/AmazonAPIGatewayEndpoint', 'endpoint'],
    picture: { none: 'drawn as the arrow of its API' },
    walk: 'through',
  },
})
