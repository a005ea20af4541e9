/** Whether a bucket will be public: by its policy and its ACL, unless Block Public Access prevents that. */
import { resourceKey } from '../../graph/graph-index.ts'
import type { Json, Resource } from '../../graph/resource-graph.ts'
import type { Draft } from './draft-graph.ts'
import { NotKnown, type PlanObject } from './plan.ts'
import type { Planned, Work } from './work.ts'

/** What parts of a bucket say, also those that stay as they are. Absent without such a part. */
type Settings = Readonly<Record<string, Json | NotKnown>>

const names = ['policyIsPublic', 'aclIsPublic', 'ignorePublicAcls', 'restrictPublicBuckets'] as const

export function settleBucket(work: Work, bucket: Draft, planned: readonly Planned[]): void {
  const before = settingsOf(work, bucket, planned, ({ before: values }) => values)
  const after = settingsOf(work, bucket, planned, ({ action, before: old, after: values }) =>
    action === 'none' ? (values ?? old) : values,
  )
  const isChanged = (...settings: readonly Setting[]) =>
    bucket.live === null || settings.some((name) => before[name] !== after[name])
  if (isChanged('policyIsPublic', 'restrictPublicBuckets')) {
    bucket.properties['publicByPolicy'] = publicBy(bucket, before, after, 'policyIsPublic', 'restrictPublicBuckets')
  }
  if (isChanged('aclIsPublic', 'ignorePublicAcls')) {
    bucket.properties['publicByAcl'] = publicBy(bucket, before, after, 'aclIsPublic', 'ignorePublicAcls')
  }
  if (isChanged('restrictPublicBuckets', 'ignorePublicAcls')) delete bucket.properties['publicAccessBlocked']
}

function settingsOf(
  { identities, index }: Work,
  bucket: Draft,
  planned: readonly Planned[],
  valuesOf: (change: Planned['change']) => PlanObject | null,
): Settings {
  const { accountId, region } = index.graph
  const found = planned.flatMap(({ change, mapping }) => {
    const values = valuesOf(change)
    if (mapping?.settings === undefined || mapping.type !== bucket.type || values === null) return []
    const owner = mapping.part === true ? identities.ownerOf(mapping, values) : identities.ofChange(change)
    if (owner === null || resourceKey(owner) !== resourceKey(bucket)) return []
    return [mapping.settings(values, { accountId, region, ownId: bucket.id })]
  })
  return Object.assign({}, ...found) as Settings
}

type Setting = (typeof names)[number]

/** AWS blocks public access to new buckets. A part that is removed leaves nothing of its setting. */
function publicBy(
  { live }: Draft,
  before: Settings,
  after: Settings,
  access: 'policyIsPublic' | 'aclIsPublic',
  block: Setting,
): Json | NotKnown {
  const isBlocked = after[block] ?? (live === null ? true : (blockBefore(live, before, block) ?? false))
  if (isBlocked === true) return false
  const was =
    live === null || before[access] !== undefined ? false : accessBefore(live, access, before[block] === false)
  const isPublic = after[access] ?? was
  if (isPublic === false) return false
  return isBlocked === false && isPublic === true ? true : new NotKnown('after apply')
}

/** `undefined`: the plan removes it. */
function blockBefore(live: Resource, before: Settings, block: Setting): boolean | NotKnown | undefined {
  if (before[block] !== undefined) return undefined
  return live.properties['publicAccessBlocked'] === true ? true : new NotKnown('after apply')
}

/** A scan shows what a policy or an ACL allows unless it was blocked. */
function accessBefore(
  { properties }: Resource,
  access: 'policyIsPublic' | 'aclIsPublic',
  wasShown: boolean,
): boolean | NotKnown {
  const isPublic = properties[access === 'policyIsPublic' ? 'publicByPolicy' : 'publicByAcl']
  return isPublic === true || (isPublic === false && wasShown) ? isPublic : new NotKnown('after apply')
}
