import { defineCollector, from } from '../../collector.ts'
import { dbInstance, rds } from './db-instance.ts'
import { describeInstance, instanceRelations } from './instance-description.ts'
import { isNeptune } from './engine.ts'

/** Collects Neptune instances from the list of RDS, without own calls. */
export const neptuneInstance = defineCollector({
  type: 'AWS::Neptune::DBInstance',
  count: 'graphDatabases',
  scope: 'regional',
  permissions: ['rds:DescribeDBInstances'],
  service: rds,
  inputs: from(dbInstance, (instance) => (isNeptune(instance) ? instance : undefined), 100),
  pages: (_context, instances) => [instances],
  items: (instances) => instances,
  resource: describeInstance,
  relations: instanceRelations('AWS::Neptune::DBCluster'),
})
