import { service } from './resource-type.ts'

export const apiGateway = service('API Gateway', {
  'AWS::ApiGatewayV2::Api': {
    names: ['API Gateway HTTP or WebSocket API', 'API Gateway HTTP and WebSocket APIs'],
    shortNames: ['HTTP or WebSocket API', 'HTTP and WebSocket APIs'],
    variants: {
      property: 'protocol',
      countedApart: true,
      names: {
        HTTP: {
          names: ['API Gateway HTTP API', 'API Gateway HTTP APIs'],
          shortNames: ['HTTP API', 'HTTP APIs'],
        },
        WEBSOCKET: {
          names: ['API Gateway WebSocket API', 'API Gateway WebSocket APIs'],
          shortNames: ['WebSocket API', 'WebSocket APIs'],
        },
      },
    },
    icon: ['architecture-service/AmazonAPIGateway', 'api_gateway'],
    arns: [['apigateway', /^\/apis\/([^/]+)/]],
    inSettings: true,
    picture: { box: { tier: 'application', shelf: 'APIs', forwards: true }, flow: 'caller' },
    exposedBy: { rule: 'API endpoint', by: 'API endpoint', ports: '443', reads: ['apigateway:GET'] },
  },
  'AWS::ApiGateway::RestApi': {
    names: ['API Gateway REST API', 'API Gateway REST APIs'],
    shortNames: ['REST API', 'REST APIs'],
    icon: ['architecture-service/AmazonAPIGateway', 'api_gateway'],
    console: 'apigateway/main/apis/*/resources',
    // EventBridge references an API by the ARN that permits invoking it.
    arns: [
      ['apigateway', /^\/restapis\/([^/]+)/],
      ['execute-api', /^([^/]+)/],
    ],
    inSettings: true,
    picture: { box: { tier: 'application', shelf: 'APIs', forwards: true }, flow: 'caller' },
    exposedBy: { rule: 'API endpoint', by: 'API endpoint', ports: '443', reads: ['apigateway:GET'] },
  },
  'AWS::ApiGateway::DomainName': {
    names: ['API Gateway custom domain name', 'API Gateway custom domain names'],
    shortNames: ['custom domain name', 'custom domain names'],
    icon: ['architecture-service/AmazonAPIGateway', 'api_gateway'],
    arns: [['apigateway', /^\/domainnames\/([^/]+)/]],
    inSettings: true,
    picture: { line: { from: ['other', 'routes to'], to: [['own', 'routes to']], via: 'custom domain name' } },
    walk: 'through',
    plays: 'custom domain name',
  },
  'AWS::ApiGatewayV2::VpcLink': {
    names: ['API Gateway VPC link V2', 'API Gateway VPC links V2'],
    shortNames: ['VPC link V2', 'VPC links V2'],
    icon: ['resource/AmazonAPIGatewayEndpoint', 'endpoint'],
    picture: { none: 'drawn as the arrow of its API' },
    walk: 'through',
    isOwnByName: true,
  },
  'AWS::ApiGateway::VpcLink': {
    names: ['API Gateway VPC link V1', 'API Gateway VPC links V1'],
    shortNames: ['VPC link V1', 'VPC links V1'],
    icon: ['resource/AmazonAPIGatewayEndpoint', 'endpoint'],
    picture: { line: { from: ['other', 'routes to'], to: [['own', 'routes to']], via: 'VPC link' } },
    walk: 'through',
    isOwnByName: true,
  },
})
