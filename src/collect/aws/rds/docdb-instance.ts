import { defineCollector, from } from '../../collector.ts'
import { dbInstance, rds } from './db-instance.ts'
import { describeInstance, instanceRelations } from './instance-description.ts'
import { isDocumentDb } from './engine.ts'

/** Collects DocumentDB instances from the list of RDS, without own calls. */
export const documentDbInstance = defineCollector({
  type: 'AWS::DocDB::DBInstance',
  count: 'documentDatabases',
  scope: 'regional',
  permissions: ['rds:DescribeDBInstances'],
  service: rds,
  inputs: from(dbInstance, (instance) => (isDocumentDb(instance) ? instance : undefined), 100),
  pages: (_context, instances) => [instances],
  items: (instances) => instances,
  resource: describeInstance,
  relations: instanceRelations('AWS::DocDB::DBCluster'),
})
