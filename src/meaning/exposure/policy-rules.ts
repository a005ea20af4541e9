/** Exposure rules of policies, grants, and shares: to everyone, or to other accounts. */
import { typePlaying } from '../../resource-types/look-ups.ts'
import type { Exposed } from '../../resource-types/resource-type.ts'
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { Json } from '../../graph/resource-graph.ts'
import { unreadType } from './coverage.ts'
import type { Opening, Unread } from './exposure.ts'
import { recordsIn, textsOf } from './listed.ts'
import { type Case, opening, unknownOpening, unreadOf } from './rule.ts'

export type Grant = { readonly to: string; readonly condition: string | null }

/** In the format of collectors' `policyGrants`. `null`: the policy couldn't be read. */
export function grantsOf({ resource }: Case): readonly Grant[] | null {
  const { policyGrants } = resource.properties
  return Array.isArray(policyGrants) ? grantsIn(policyGrants) : null
}

export function grantsIn(grants: Json | undefined): readonly Grant[] {
  return recordsIn(grants).flatMap(({ to, condition }) =>
    typeof to === 'string' ? [{ to, condition: typeof condition === 'string' ? condition : null }] : [],
  )
}

/** A resource policy of a resource in a VPC opens nothing to the internet. */
export function policyOpenings(each: Case): readonly Opening[] {
  if (each.resource.properties['public'] === false) return []
  const grants = grantsOf(each)
  return grants === null ? [unknownOpening(each)] : grantOpenings(each, grants)
}

/** Accounts with the same access share one opening. */
export function grantOpenings(each: Case, grants: readonly Grant[]): readonly Opening[] {
  const [everyone, accounts] = [grants.filter(isForEveryone), grants.filter((grant) => !isForEveryone(grant))]
  const alike = Map.groupBy(accounts, ({ condition }) => condition)
  return [
    ...everyone.map(({ condition }) => opening(each, `${each.exposed.by} allows every principal`, { condition })),
    ...[...alike].map(([condition, same]) =>
      toAccounts(
        each,
        same.map(({ to }) => to),
        condition,
      ),
    ),
  ]
}

function toAccounts(each: Case, accounts: readonly string[], condition: string | null): Opening {
  const named = [...new Set(accounts)].toSorted()
  return opening(each, `${each.exposed.by} allows ${named.join(', ')}`, {
    from: 'other accounts',
    accounts: named,
    condition,
  })
}

function isForEveryone({ to }: Grant): boolean {
  return to === 'everyone'
}

const blockType = typePlaying('account public access block')

/** The stricter setting that blocks public access counts: the bucket's or the account's. */
export function bucketOpenings(each: Case): readonly Opening[] {
  const { properties } = each.resource
  const unread = unreadType(each.index, blockType)
  const account = each.index.ofType(blockType).find(({ presence }) => presence === 'read')
  const ways = [
    {
      by: 'bucket policy',
      isPublic: properties['publicByPolicy'],
      isBlocked: account?.properties['restrictPublicBuckets'] === true,
    },
    {
      by: 'bucket ACL',
      isPublic: properties['publicByAcl'],
      isBlocked: account?.properties['ignorePublicAcls'] === true,
    },
  ]
  return ways.flatMap(({ by, isPublic, isBlocked }): readonly Opening[] => {
    if (isPublic === false || isBlocked) return []
    const of = { ...each, exposed: { ...each.exposed, by } }
    if (typeof isPublic !== 'boolean') return [unknownOpening(of)]
    if (unread !== null) return [unknownOpening(of, [unread])]
    return [opening(of, `${by} allows everyone`)]
  })
}

/** Copies owned by others, which the account uses, aren't its exposures. */
export function copyOpenings(each: Case): readonly Opening[] {
  const { by } = each.exposed
  const isPublic = each.resource.properties['public']
  if (!isOwn(each)) return []
  if (isPublic === true) return [opening(each, `${by} is shared with everyone`)]
  if (isPublic !== false) return [unknownOpening(each)]
  const own = each.index.graph.accountId
  const ids = (textsOf(each.resource, 'sharedWith') ?? []).filter((id) => id !== own)
  const accounts = ids.filter((id) => /^\d{12}$/u.test(id))
  const organizations = ids.filter((id) => !accounts.includes(id))
  return [
    ...(accounts.length === 0 ? [] : [toAccounts(each, accounts, null)]),
    ...(organizations.length === 0
      ? []
      : [
          opening(each, `${by} allows ${organizations.join(', ')}`, {
            from: 'other accounts',
            condition: `only accounts of ${organizations.join(' or ')}`,
          }),
        ]),
  ]
}

function isOwn({ index, resource }: Pick<Case, 'index' | 'resource'>): boolean {
  const owner = resource.properties['ownerId']
  return owner === undefined || owner === index.graph.accountId
}

/** One entry for all copies of a type whose accounts weren't read, because there may be thousands. */
export function unreadShares(index: GraphIndex, type: string, { reads }: Exposed): readonly Unread[] {
  const resource = index
    .ofType(type)
    .find(
      (copy) =>
        copy.properties['public'] === false &&
        !Array.isArray(copy.properties['sharedWith']) &&
        isOwn({ index, resource: copy }),
    )
  // The first action reads the accounts.
  return resource === undefined ? [] : (reads ?? []).slice(0, 1).map((action) => unreadOf({ index, resource }, action))
}
