import { service } from './resource-type.ts'

export const openSearch = service('OpenSearch', {
  'AWS::OpenSearchService::Domain': {
    names: ['search domain', 'search domains'],
    icon: ['architecture-service/AmazonOpenSearchService', 'elasticsearch_service'],
    arns: [['es', /^domain\/([^/]+)/]],
    hosts: [/^(?:search|vpc)-([\w-]+)-\w{26}\.es$/],
    taggedAs: 'es:domain',
    inSettings: true,
    picture: { box: { tier: 'data', within: 'subnet', shelf: 'Search and streaming' }, flow: 'store' },
  },
})
