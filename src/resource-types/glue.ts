import { service } from './resource-type.ts'

export const glue = service('Glue', {
  'AWS::Glue::Database': {
    names: ['Glue database', 'Glue databases'],
    shortNames: ['database', 'databases'],
    icon: ['resource/AWSGlueDataCatalog', 'glue_data_catalog'],
    taggedAs: 'glue:database',
    picture: { flow: 'store' },
  },
  'AWS::Glue::Crawler': {
    names: ['Glue crawler', 'Glue crawlers'],
    shortNames: ['crawler', 'crawlers'],
    icon: ['resource/AWSGlueCrawler', 'glue_crawlers'],
    taggedAs: 'glue:crawler',
    namesAllItUses: true,
    onlyReads: true,
    picture: { flow: 'caller' },
  },
  'AWS::Glue::Job': {
    names: ['Glue job', 'Glue jobs'],
    shortNames: ['job', 'jobs'],
    icon: ['architecture-service/AWSGlue', 'glue'],
    taggedAs: 'glue:job',
    picture: { flow: 'caller' },
  },
})
