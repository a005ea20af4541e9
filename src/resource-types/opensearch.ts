import { service } from './resource-type.ts'

export const openSearch = service('OpenSearch Service', {
  'AWS::OpenSearchService::Domain': {
    names: ['OpenSearch Service domain', 'OpenSearch Service domains'],
    shortNames: ['domain', 'domains'],
    icon: ['architecture-service/AmazonOpenSearchService', 'elasticsearch_service'],
    arns: [['es', /^domain\/([^/]+)/]],
    hosts: [/^(?:search|vpc)-([\w-]+)-\w{26}\.(?:es|aos)$/],
    taggedAs: 'es:domain',
    inSettings: true,
    picture: { box: { tier: 'data', within: 'subnet', shelf: 'Search and streaming' }, flow: 'store' },
    conditions: [{ property: 'deleted', value: true, words: 'deleting' }],
    exposedBy: { rule: 'resource policy', by: 'resource policy', reads: ['es:DescribeDomains'] },
  },
})
