import { service } from './resource-type.ts'

export const appSync = service('AppSync', {
  'AWS::AppSync::GraphQLApi': {
    names: ['AppSync GraphQL API', 'AppSync GraphQL APIs'],
    shortNames: ['GraphQL API', 'GraphQL APIs'],
    icon: ['architecture-service/AWSAppSync', 'appsync'],
    arns: [['appsync', /^(?:apis|endpoints\/graphql-api)\/([^/]+)/]],
    inSettings: true,
    picture: { box: { tier: 'application', shelf: 'APIs', forwards: true }, flow: 'caller' },
    exposedBy: { rule: 'API endpoint', by: 'API endpoint', ports: '443' },
  },
  'AWS::AppSync::DataSource': {
    names: ['AppSync data source', 'AppSync data sources'],
    shortNames: ['data source', 'data sources'],
    icon: ['architecture-service/AWSAppSync', 'appsync'],
    picture: {
      line: {
        from: ['own', 'contained in'],
        to: [
          ['own', 'invokes'],
          ['own', 'uses'],
        ],
        via: 'data source',
      },
    },
    walk: 'through',
  },
})
