/**
 * Reads details of single items of a list. Deleted items are left out. An item that can't be read fails only itself.
 */
import pMap from 'p-map'
import { classifyFailure } from './classify-failure.ts'
import { inBatches } from './in-batches.ts'
import { isGone } from './is-gone.ts'

/**
 * The maximum number of concurrent reads for one page. Each waiting call takes some kilobytes, and a page may have
 * 1,000 items.
 */
const concurrency = 32

/**
 * The data that is left of an item that couldn't be described. Unread properties have to stay undefined, so that they
 * don't look like facts.
 */
export type WhenUnread<Listed, Known extends object> = {
  /** A smaller call that may be allowed when the full one isn't. */
  readonly less?: (listed: Listed) => Promise<Known>
  readonly listed: (listed: Listed) => Known
  /** Set if the call is about another service's data, so that "not found" doesn't mean that the item was deleted. */
  readonly asksElsewhere?: true
  /** Set if the listed data is the most important. Its items are kept even if none could be described. */
  readonly listIsEnough?: true
}

export type ItemReads = {
  /**
   * Reads the details of each item of a list. Without `whenUnread`, errors other than "not found" are thrown. Objects
   * from `whenUnread` are recognized by identity: a copy isn't marked as partial.
   */
  readonly each: <Listed, Item, Known extends object = never>(
    listed: readonly Listed[] | undefined,
    read: (listed: Listed) => Promise<Item>,
    whenUnread?: WhenUnread<Listed, Known>,
  ) => Promise<readonly (Item | Known)[]>
  /**
   * Like `each`, for the first `most` items of all pages. The others are partial, with their listed data. `why` goes
   * into the coverage.
   */
  readonly eachOfFirst: <Listed, Item, Known extends object>(
    listed: readonly Listed[] | undefined,
    read: (listed: Listed) => Promise<Item>,
    bounds: WhenUnread<Listed, Known> & { readonly most: number; readonly why: string },
  ) => Promise<readonly (Item | Known)[]>
  /** Reads many items per call. If a batch fails because one item was deleted, its halves are read separately. */
  readonly eachBatch: <Id, Answer>(
    ids: readonly Id[],
    batchSize: number,
    read: (batch: readonly Id[]) => Promise<Answer>,
  ) => Promise<readonly Answer[]>
}

export type MeasuredItemReads = ItemReads & {
  /**
   * A note for users about items that couldn't be described. Throws the denial if every item was denied, unless
   * `listIsEnough` is set.
   */
  readonly note: () => string | null
  /** Whether the item comes from `whenUnread` instead of its description. */
  readonly isPartial: (item: unknown) => boolean
}

export type ItemReadOptions = {
  readonly permissions: readonly string[]
  /** Ends all reads. Errors after that don't count against an item. */
  readonly signal: AbortSignal
  /** Called with the first error of an item other than a denial. */
  readonly onError: (error: unknown) => void
}

/** Creates the item reads of one collector run. */
export function createItemReads({ permissions, signal, onError }: ItemReadOptions): MeasuredItemReads {
  let described = 0
  let mayAllBeRefused = false
  const refusals: unknown[] = []
  const faults: unknown[] = []
  let asked = 0
  const left: { count: number; why: string | null } = { count: 0, why: null }
  const partial = new WeakSet<object>()

  async function readOne<Listed, Item, Known extends object>(
    listed: Listed,
    read: (listed: Listed) => Promise<Item>,
    whenUnread: WhenUnread<Listed, Known> | undefined,
  ): Promise<readonly (Item | Known)[]> {
    try {
      const item = await read(listed)
      described += 1
      return [item]
    } catch (error) {
      if (whenUnread?.asksElsewhere !== true && isGone(error)) return []
      if (whenUnread === undefined || signal.aborted) throw error
      const { less, listIsEnough = false } = whenUnread
      const known = (less && (await readLess(listed, less))) ?? [whenUnread.listed(listed)]
      noteUnread(error)
      mayAllBeRefused ||= listIsEnough
      for (const item of known) partial.add(item)
      return known
    }
  }

  function noteUnread(error: unknown): void {
    if (classifyFailure(error, permissions).status === 'denied') refusals.push(error)
    else if (faults.push(error) === 1) onError(error)
  }

  /** Returns `null` if the smaller call failed too. */
  async function readLess<Listed, Known>(
    listed: Listed,
    less: (listed: Listed) => Promise<Known>,
  ): Promise<readonly Known[] | null> {
    try {
      const item = await less(listed)
      described += 1
      return [item]
    } catch (error) {
      if (isGone(error)) return []
      if (signal.aborted) throw error
      return null
    }
  }

  const reads: ItemReads = {
    async each(listed, read, whenUnread) {
      const items = await pMap(listed ?? [], (item) => readOne(item, read, whenUnread), { concurrency })
      return items.flat()
    },
    async eachOfFirst(listed = [], read, { most, why, ...whenUnread }) {
      const first = listed.slice(0, Math.max(0, most - asked))
      asked += first.length
      const others = listed.slice(first.length).map((item) => whenUnread.listed(item))
      for (const item of others) partial.add(item)
      left.count += others.length
      left.why = why
      return [...(await reads.each(first, read, whenUnread)), ...others]
    },
    async eachBatch(ids, batchSize, read) {
      const answers = inBatches(ids, batchSize).map(async (batch) => {
        try {
          return [await read(batch)]
        } catch (error) {
          if (!isGone(error)) throw error
          return batch.length === 1 ? [] : reads.eachBatch(batch, Math.ceil(batch.length / 2), read)
        }
      })
      return (await Promise.all(answers)).flat()
    },
  }

  return {
    ...reads,
    isPartial: (item) => typeof item === 'object' && item !== null && partial.has(item),
    note() {
      const unread = [...faults, ...refusals]
      const leftNote = left.count === 0 ? null : `${left.count} were not described in full. ${left.why}`
      if (unread.length === 0) return leftNote
      if (described + faults.length === 0 && !mayAllBeRefused) throw refusals[0]
      const { reason } = classifyFailure(unread[0], permissions)
      const resources = unread.length === 1 ? 'resource' : 'resources'
      const note = `Details of ${unread.length} ${resources} couldn't be read. Only their listed data is kept. ${reason}`
      return leftNote === null ? note : `${note} ${leftNote}`
    },
  }
}
