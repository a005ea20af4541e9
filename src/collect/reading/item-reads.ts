/** Calls about single items of a list: what is gone meanwhile is left out, and one item's refusal is not that of its type. */
import pMap from 'p-map'
import { classifyFailure } from './classify-failure.ts'
import { inBatches } from './in-batches.ts'
import { isGone } from './is-gone.ts'

/** Items of one page that are asked about at once: each call holds some kilobytes while it waits for its turn, and a page may have 1,000. */
const concurrency = 32

/** What is known of an item whose description is refused. What was not told has to stay undefined, lest it looks like a fact. */
export type WhenRefused<Listed, Known extends object> = {
  /** A call that asks for less, where the provider may allow that one. */
  readonly less?: (listed: Listed) => Promise<Known>
  readonly listed: (listed: Listed) => Known
  /** The list tells what matters most: its items are kept even where not one could be described. */
  readonly listIsEnough?: true
}

export type ItemReads = {
  /**
   * Reads more about each item of a list. Without `whenRefused` one refusal is thrown, as every other error but "not found" is.
   * What `whenRefused` gives is known by its identity: made into another object afterwards, it is no longer marked as partial.
   */
  readonly each: <Listed, Item, Known extends object = never>(
    listed: readonly Listed[] | undefined,
    read: (listed: Listed) => Promise<Item>,
    whenRefused?: WhenRefused<Listed, Known>,
  ) => Promise<readonly (Item | Known)[]>
  /** Reads about many at a time; a batch that fails because of one that is gone is read again in halves. */
  readonly eachBatch: <Id, Answer>(
    ids: readonly Id[],
    batchSize: number,
    read: (batch: readonly Id[]) => Promise<Answer>,
  ) => Promise<readonly Answer[]>
}

export type MeasuredItemReads = ItemReads & {
  /** What people should know about items that could not be described. Throws the refusal when it was that of every item, unless `listIsEnough`. */
  readonly note: () => string | null
  /** Whether it is what `whenRefused` told of an item, in place of its description. */
  readonly isPartial: (item: unknown) => boolean
}

/** For one run of a collector. */
export function createItemReads(permissions: readonly string[]): MeasuredItemReads {
  let described = 0
  let mayAllBeRefused = false
  const refusals: unknown[] = []
  const partial = new WeakSet<object>()

  async function readOne<Listed, Item, Known extends object>(
    listed: Listed,
    read: (listed: Listed) => Promise<Item>,
    whenRefused: WhenRefused<Listed, Known> | undefined,
  ): Promise<readonly (Item | Known)[]> {
    try {
      const item = await read(listed)
      described += 1
      return [item]
    } catch (error) {
      if (isGone(error)) return []
      if (whenRefused === undefined || !isRefusal(error)) throw error
      const { less, listIsEnough = false } = whenRefused
      const known = (less && (await readLess(listed, less))) ?? [whenRefused.listed(listed)]
      refusals.push(error)
      mayAllBeRefused ||= listIsEnough
      for (const item of known) partial.add(item)
      return known
    }
  }

  /** `null`: refused as well. */
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
      if (isRefusal(error)) return null
      throw error
    }
  }

  const isRefusal = (error: unknown) => classifyFailure(error, permissions).status === 'denied'

  const reads: ItemReads = {
    async each(listed, read, whenRefused) {
      const items = await pMap(listed ?? [], (item) => readOne(item, read, whenRefused), { concurrency })
      return items.flat()
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
      if (refusals.length === 0) return null
      if (described === 0 && !mayAllBeRefused) throw refusals[0]
      const { reason } = classifyFailure(refusals[0], permissions)
      return `${refusals.length} could not be described in full; of them only what was told without it is kept. ${reason}`
    },
  }
}
