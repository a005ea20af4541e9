import { service } from './resource-type.ts'

export const lambda = service('Lambda', {
  'AWS::Lambda::Function': {
    names: ['function', 'functions'],
    icon: ['resource/AWSLambdaLambdaFunction', 'lambda_function'],
    console: 'lambda/home#/functions/*',
    arns: [['lambda', /^function:([^:]+)/]],
    taggedAs: 'lambda:function',
    inSettings: true,
    picture: { box: { tier: 'application', within: 'subnet', card: 'runtime and memory' }, flow: 'caller' },
  },
  'AWS::Lambda::EventSourceMapping': {
    names: ['event source mapping', 'event source mappings'],
    icon: ['architecture-service/AWSLambda', 'lambda'],
    picture: { line: { from: ['own', 'subscribes to'] } },
    walk: 'through',
  },
  'AWS::Lambda::LayerVersion': {
    names: ['layer', 'layers'],
    icon: ['architecture-service/AWSLambda', 'lambda'],
    picture: { none: 'code of functions' },
    walk: 'end',
  },
})
