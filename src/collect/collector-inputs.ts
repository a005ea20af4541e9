/** What a collector reads for: things that another collector found, each once, in batches, as they are found. */
import type { Collector } from './collector.ts'

/** Where the inputs come from. `ParentItem` is hidden: only `from` sees it. */
export type Inputs<Input> = {
  readonly collector: Collector
  /** The most inputs that one read takes. */
  readonly batch: number
  select(item: unknown): readonly Input[]
}

/**
 * Reads for what `select` takes from each item of another collector, e.g. the ARN of each cluster. Equal inputs are read once,
 * at most `batch` of them together: as many as one call of the provider takes.
 */
export function from<Item, Input>(
  collector: Collector<Item>,
  select: (item: Item) => Input | undefined | readonly (Input | undefined)[],
  batch = 1,
): Inputs<Input> {
  return {
    collector,
    batch,
    select: (item) =>
      [select(item as Item)].flat().filter((input): input is Input & {} => input !== undefined && input !== null),
  }
}

/** Batches of inputs, as soon as they are full or no more can come. */
export async function* batches<Input>(
  items: AsyncIterable<unknown>,
  { select, batch }: Inputs<Input>,
): AsyncGenerator<readonly Input[]> {
  const seen = new Set<Input>()
  let waiting: Input[] = []
  for await (const item of items) {
    for (const input of select(item)) {
      if (seen.has(input)) continue
      seen.add(input)
      waiting.push(input)
      if (waiting.length < batch) continue
      yield waiting
      waiting = []
    }
  }
  if (waiting.length > 0) yield waiting
}
