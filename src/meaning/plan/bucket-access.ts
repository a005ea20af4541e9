/** Whether a bucket will be public: by its policy and its ACL, unless Block Public Access prevents that. */
import { isDeepStrictEqual } from 'node:util'
import { resourceKey } from '../../graph/graph-index.ts'
import type { Json, Resource } from '../../graph/resource-graph.ts'
import type { Draft } from './draft-graph.ts'
import { typeExposedBy } from './exposed-types.ts'
import { NotKnown, type PlanObject } from './plan.ts'
import { doubtOf, notKnownText, type Planned, type Work } from './work.ts'

/** The settings of a bucket's parts, including unchanged ones. Absent without such a part. */
type Settings = Readonly<Record<string, Json | NotKnown>>

const names = ['policyIsPublic', 'aclIsPublic', 'ignorePublicAcls', 'restrictPublicBuckets'] as const

export function settleBuckets(work: Work, planned: readonly Planned[]): void {
  const type = typeExposedBy('bucket access')
  const ofBuckets = planned.filter(({ mapping }) => mapping?.settings !== undefined)
  const named = ofBuckets.flatMap((each) => {
    const { before, after } = each.change
    const keys = [before, after].flatMap((values) => (values === null ? [] : [bucketOf(work, each, values)]))
    return [...new Set(keys)].map((key) => ({ key, each }))
  })
  const byBucket = Map.groupBy(named, ({ key }) => key)
  for (const draft of work.draft.drafts()) {
    if (draft.type !== type) continue
    const own = byBucket.get(resourceKey(draft)) ?? []
    settleBucket(
      work,
      draft,
      own.map(({ each }) => each),
    )
  }
}

/** `null`: it isn't known. */
function bucketOf({ identities }: Work, { change, mapping }: Planned, values: PlanObject): string | null {
  const isPart = mapping?.part === true
  const owner = isPart ? identities.ownerOf(mapping, values) : identities.ofChange(change)
  return owner === null ? null : resourceKey(owner)
}

function settleBucket(work: Work, bucket: Draft, planned: readonly Planned[]): void {
  const before = settingsOf(work, bucket, planned, ({ before: values }) => values)
  const after = settingsOf(work, bucket, planned, ({ action, before: old, after: values }) =>
    action === 'none' ? (values ?? old) : values,
  )
  const isChanged = (...settings: readonly Setting[]) =>
    bucket.live === null || settings.some((name) => !isDeepStrictEqual(before[name], after[name]))
  if (isChanged('policyIsPublic', 'restrictPublicBuckets')) {
    bucket.properties['publicByPolicy'] = publicBy(bucket, before, after, 'policyIsPublic', 'restrictPublicBuckets')
  }
  if (isChanged('aclIsPublic', 'ignorePublicAcls')) {
    bucket.properties['publicByAcl'] = publicBy(bucket, before, after, 'aclIsPublic', 'ignorePublicAcls')
  }
  if (isChanged('restrictPublicBuckets', 'ignorePublicAcls')) {
    bucket.properties['publicAccessBlocked'] = new NotKnown('after apply')
  }
  noteUnknown(work, bucket, planned)
}

const inWords: Readonly<Record<string, string>> = {
  policyIsPublic: 'Its policy',
  aclIsPublic: 'Its ACL',
  ignorePublicAcls: 'Its Block Public Access for ACLs',
  restrictPublicBuckets: 'Its Block Public Access for policies',
}

/** Settings that the plan gives a bucket, and doesn't show. */
function noteUnknown(work: Work, bucket: Draft, planned: readonly Planned[]): void {
  const { type, id, properties } = bucket
  const isOpen = ['publicByPolicy', 'publicByAcl'].some((name) => properties[name] instanceof NotKnown)
  for (const each of isOpen ? planned : []) {
    if (each.change.action === 'none') continue
    for (const [name, value] of Object.entries(settingsOf(work, bucket, [each], ({ after }) => after))) {
      if (!(value instanceof NotKnown)) continue
      work.doubts.push(doubtOf(each.change, { type, id }, `${inWords[name] ?? name} ${notKnownText(value)}.`))
    }
  }
}

function settingsOf(
  work: Work,
  bucket: Draft,
  planned: readonly Planned[],
  valuesOf: (change: Planned['change']) => PlanObject | null,
): Settings {
  const context = { ...work.index.graph, ownId: bucket.id }
  const found = planned.flatMap((each): readonly Settings[] => {
    const { change, mapping } = each
    const values = valuesOf(change)
    if (mapping?.settings === undefined || values === null) return []
    if (bucketOf(work, each, values) !== resourceKey(bucket)) return []
    const settings = mapping.settings(values, context)
    const { before, after } = change
    if (mapping.part === true || before === null || after === null) return [settings]
    return [withoutCopies(settings, mapping.settings(before, context), mapping.settings(after, context))]
  })
  return Object.assign({}, ...found) as Settings
}

/** Terraform also shows the policy and the ACL of parts at their bucket, as they were. */
function withoutCopies(settings: Settings, before: Settings, after: Settings): Settings {
  const isCopy = (name: string) =>
    (name === 'policyIsPublic' || name === 'aclIsPublic') && isDeepStrictEqual(before[name], after[name])
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !isCopy(name)))
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
