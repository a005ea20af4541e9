import { defineCollector, from } from '../../collector.ts'
import { dbInstance, rds } from './db-instance.ts'
import { describeInstance, instanceRelations } from './instance-description.ts'
import { isNeptune } from './engine.ts'

/** Among the instances that RDS lists: no call of its own. */
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
