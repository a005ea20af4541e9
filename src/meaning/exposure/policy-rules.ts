/** Exposure rules of policies, grants, and shares: to everyone, or to other accounts. */
import { typePlaying } from '../../resource-types/look-ups.ts'
import type { Json } from '../../graph/resource-graph.ts'
import { unreadType } from './coverage.ts'
import type { Opening } from './exposure.ts'
import { recordsIn } from './listed.ts'
import { type Case, opening, unknownOpening } from './rule.ts'

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
      opening(each, `${each.exposed.by} allows ${same.map(({ to }) => to).join(', ')}`, {
        from: 'other accounts',
        condition,
      }),
    ),
  ]
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
  const { properties } = each.resource
  const owner = properties['ownerId']
  if (owner !== undefined && owner !== each.index.graph.accountId) return []
  if (properties['public'] === false) return []
  return properties['public'] === true
    ? [opening(each, `${each.exposed.by} is shared with everyone`)]
    : [unknownOpening(each)]
}
