import { service } from './resource-type.ts'

export const lambda = service('Lambda', {
  'AWS::Lambda::Function': {
    names: ['Lambda function', 'Lambda functions'],
    shortNames: ['function', 'functions'],
    icon: ['resource/AWSLambdaLambdaFunction', 'lambda_function'],
    console: 'lambda/home#/functions/*',
    arns: [['lambda', /^function:([^:]+)/]],
    taggedAs: 'lambda:function',
    inSettings: true,
    picture: { box: { tier: 'application', within: 'subnet', card: 'runtime and memory' }, flow: 'caller' },
    exposedBy: {
      accessAnalyzer: true,
      rule: 'function access',
      reads: ['lambda:GetPolicy', 'lambda:ListFunctionUrlConfigs'],
      by: 'function URL or resource policy',
    },
    clientPorts: 'all',
    connections: 'outward only',
  },
  'AWS::Lambda::EventSourceMapping': {
    names: ['Lambda event source mapping', 'Lambda event source mappings'],
    shortNames: ['event source mapping', 'event source mappings'],
    icon: ['architecture-service/AWSLambda', 'lambda'],
    picture: {
      line: {
        from: ['own', 'subscribes to'],
        to: [['own', 'invokes']],
        onFailure: 'from target',
        offStates: { disabled: 'disabled' },
      },
    },
    walk: 'through',
  },
  'AWS::Lambda::LayerVersion': {
    names: ['Lambda layer', 'Lambda layers'],
    shortNames: ['layer', 'layers'],
    icon: ['architecture-service/AWSLambda', 'lambda'],
    picture: { none: 'code of functions' },
    walk: 'end',
  },
})
