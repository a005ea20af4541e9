/** Reads which accounts may restore the manual snapshots of databases. */
import type { DBSnapshotAttribute } from '@aws-sdk/client-rds'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import type { ItemReads } from '../../reading/item-reads.ts'
import { mostShares, sharedWith } from '../../properties/shared-with.ts'

export type SharedSnapshot<Snapshot> = {
  readonly snapshot: Snapshot
  /** The database, unless it was deleted. */
  readonly source: ResourceReference | undefined
  /** Their IDs, or `all`. `undefined` if they weren't read. */
  readonly accounts?: readonly string[]
}

/** Unencrypted snapshots come first, because only they can be public. */
export function readShares<Snapshot>(
  snapshots: readonly Snapshot[],
  eachOfFirst: ItemReads['eachOfFirst'],
  given: {
    readonly isEncrypted: (snapshot: Snapshot) => boolean
    readonly source: (snapshot: Snapshot) => ResourceReference | undefined
    readonly attributes: (snapshot: Snapshot) => Promise<readonly DBSnapshotAttribute[] | undefined>
  },
): Promise<readonly SharedSnapshot<Snapshot>[]> {
  const listed = (snapshot: Snapshot): SharedSnapshot<Snapshot> => ({ snapshot, source: given.source(snapshot) })
  return eachOfFirst(
    snapshots.toSorted((a, b) => Number(given.isEncrypted(a)) - Number(given.isEncrypted(b))),
    async (snapshot): Promise<SharedSnapshot<Snapshot>> => {
      const attributes = (await given.attributes(snapshot)) ?? []
      const restore = attributes.filter(({ AttributeName }) => AttributeName === 'restore')
      return { ...listed(snapshot), accounts: restore.flatMap(({ AttributeValues = [] }) => AttributeValues) }
    },
    {
      most: mostShares,
      why: `AWS returns the accounts of one snapshot per call, and a scan reads those of the first ${mostShares}.`,
      listed,
      listIsEnough: true,
    },
  )
}

/** AWS refuses to make an encrypted snapshot public. */
export function shareProperties(accounts: readonly string[] | undefined, isEncrypted: boolean | undefined) {
  return {
    encrypted: isEncrypted,
    public: isEncrypted === true ? false : accounts?.includes('all'),
    sharedWith: sharedWith(accounts?.filter((account) => account !== 'all').map((UserId) => ({ UserId }))),
  }
}
