import { service } from './resource-type.ts'

export const appSync = service('AppSync', {
  'AWS::AppSync::GraphQLApi': {
    names: ['GraphQL API', 'GraphQL APIs'],
    icon: ['architecture-service/AWSAppSync', 'appsync'],
    arns: [['appsync', /^(?:apis|endpoints\/graphql-api)\/([^/]+)/]],
    picture: { box: { tier: 'application', shelf: 'APIs' }, flow: 'caller' },
  },
  'AWS::AppSync::DataSource': {
    names: ['GraphQL data source', 'GraphQL data sources'],
    icon: ['architecture-service/AWSAppSync', 'appsync'],
    picture: { line: { from: ['own', 'contained in'], via: 'data source' } },
    walk: 'through',
  },
})
