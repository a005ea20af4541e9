/** Types of clusters that decide about the network of their instances. */
import type { ResourceTypeName } from '../../../resource-types/all.ts'

export const databaseTypes = {
  cluster: 'AWS::RDS::DBCluster',
  instance: 'AWS::RDS::DBInstance',
  subnetGroup: 'AWS::RDS::DBSubnetGroup',
} as const satisfies Readonly<Record<string, ResourceTypeName>>
