/** What a world holds of ECS, in the SDK's own shapes. */
import type { Cluster, Service, Tag, TaskDefinition } from '@aws-sdk/client-ecs'

export type EcsData = {
  readonly clusters?: readonly Cluster[]
  readonly services?: readonly Service[]
  readonly taskDefinitions?: readonly TaskDefinition[]
  /** Of task definitions, by ARN: these alone are not described with their tags inside. */
  readonly taskDefinitionTags?: Readonly<Record<string, readonly Tag[]>>
}
