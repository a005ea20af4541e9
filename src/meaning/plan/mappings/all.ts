/** The mapping of each type in plans. Types without one of their own are only recognized. */
import { resourceTypes, type ResourceTypeName } from '../../../resource-types/all.ts'
import { exposingAttributes } from './exposing-attributes.ts'
import { madeAlong } from './made-along.ts'
import { attribute, type Mapping, type Mappings } from '../mapping.ts'
import type { PlanFormat } from '../plan.ts'
import { eks as stackEks } from './cloudformation/eks.ts'
import { vpc as stackVpc } from './cloudformation/vpc.ts'
import { workloads } from './cloudformation/workloads.ts'
import { applications } from './terraform/applications.ts'
import { ec2 } from './terraform/ec2.ts'
import { eks } from './terraform/eks.ts'
import { elasticLoadBalancing } from './terraform/elastic-load-balancing.ts'
import { policies } from './terraform/policies.ts'
import { rds } from './terraform/rds.ts'
import { recognized } from './terraform/recognized.ts'
import { s3 } from './terraform/s3.ts'
import { vpc } from './terraform/vpc.ts'

export const terraform: Mappings = {
  ...Object.fromEntries(Object.entries(recognized).map(([name, type]) => [name, withoutDetails(type)])),
  ...vpc,
  ...ec2,
  ...elasticLoadBalancing,
  ...eks,
  ...rds,
  ...s3,
  ...applications,
  ...policies,
}

const cloudFormation: Mappings = {
  ...Object.fromEntries(Object.values(resourceTypes).map(({ type }) => [type, withoutDetails(type)])),
  ...stackVpc,
  ...stackEks,
  ...workloads,
}

const byFormat: Readonly<Record<PlanFormat, Mappings>> = {
  'Terraform plan': terraform,
  'CloudFormation change set': cloudFormation,
}

/** Settings of what is exposed, and of what packets depend on, aren't evaluated without a mapping. */
function withoutDetails(type: ResourceTypeName): Mapping {
  const { names, exposedBy, plays } = resourceTypes[type]
  const isJudged = exposedBy !== undefined || plays !== undefined
  return {
    type,
    id: attribute('id'),
    isOnlyRecognized: true,
    ...(isJudged && {
      unjudged: `Settings of ${names[1]} in plans are not evaluated.`,
      unjudgedChanges: exposingAttributes[type],
    }),
    ...madeAlong[type],
  }
}

/** `null`: a type that scans don't read. */
export function mappingsOf(format: PlanFormat): (type: string) => Mapping | null {
  const mappings = byFormat[format]
  return (type) => (Object.hasOwn(mappings, type) ? (mappings[type] ?? null) : null)
}
