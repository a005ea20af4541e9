/** Calls about single items of a list: what is gone meanwhile is left out, and an item that cannot be read fails nothing but itself. */
import pMap from 'p-map'
import { classifyFailure } from './classify-failure.ts'
import { inBatches } from './in-batches.ts'
import { isGone } from './is-gone.ts'

/** Items of one page that are asked about at once: each call holds some kilobytes while it waits for its turn, and a page may have 1,000. */
const concurrency = 32

/** What is known of an item that could not be described. What was not told has to stay undefined, lest it looks like a fact. */
export type WhenUnread<Listed, Known extends object> = {
  /** A call that asks for less, where the provider may allow that one. */
  readonly less?: (listed: Listed) => Promise<Known>
  readonly listed: (listed: Listed) => Known
  /** The list tells what matters most: its items are kept even where not one could be described. */
  readonly listIsEnough?: true
}

export type ItemReads = {
  /**
   * Reads more about each item of a list. Without `whenUnread` an error of one is thrown, unless it is "not found".
   * What `whenUnread` gives is known by its identity: made into another object afterwards, it is no longer marked as partial.
   */
  readonly each: <Listed, Item, Known extends object = never>(
    listed: readonly Listed[] | undefined,
    read: (listed: Listed) => Promise<Item>,
    whenUnread?: WhenUnread<Listed, Known>,
  ) => Promise<readonly (Item | Known)[]>
  /** Items that are too many to be asked about one by one: they are kept as partial, and users are told why. */
  readonly leave: <Listed extends object>(listed: readonly Listed[], why: string) => readonly Listed[]
  /** Reads about many at a time; a batch that fails because of one that is gone is read again in halves. */
  readonly eachBatch: <Id, Answer>(
    ids: readonly Id[],
    batchSize: number,
    read: (batch: readonly Id[]) => Promise<Answer>,
  ) => Promise<readonly Answer[]>
}

export type MeasuredItemReads = ItemReads & {
  /** What people should know about items that could not be described. Throws the refusal when every item was refused, unless `listIsEnough`. */
  readonly note: () => string | null
  /** Whether it is what `whenUnread` told of an item, in place of its description. */
  readonly isPartial: (item: unknown) => boolean
}

export type ItemReadOptions = {
  readonly permissions: readonly string[]
  /** Ends all reads: what they throw then is no fault of an item. */
  readonly signal: AbortSignal
  /** Called with the first error of an item that was not a refusal. */
  readonly onError: (error: unknown) => void
}

/** For one run of a collector. */
export function createItemReads({ permissions, signal, onError }: ItemReadOptions): MeasuredItemReads {
  let described = 0
  let mayAllBeRefused = false
  const refusals: unknown[] = []
  const faults: unknown[] = []
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
      if (isGone(error)) return []
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

  /** `null`: that could not be read either. */
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
    leave(listed, why) {
      for (const item of listed) partial.add(item)
      left.count += listed.length
      left.why = why
      return listed
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
      const note = `${unread.length} could not be described in full; of them only what was told without it is kept. ${reason}`
      return leftNote === null ? note : `${note} ${leftNote}`
    },
  }
}
