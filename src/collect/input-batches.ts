/** What a collector reads for, each thing once and in batches, as it is found. */

export type InputSelection<Input> = {
  /** The most inputs that one read takes. */
  readonly batch: number
  readonly select: (item: unknown) => readonly Input[]
}

/** Batches of inputs, as soon as they are full or no more can come. */
export async function* batches<Input>(
  items: AsyncIterable<unknown>,
  selection: InputSelection<Input>,
): AsyncGenerator<readonly Input[]> {
  const seen = new Set<Input>()
  let waiting: Input[] = []
  for await (const item of items) {
    for (const input of selection.select(item)) {
      if (seen.has(input)) continue
      seen.add(input)
      waiting.push(input)
      if (waiting.length < selection.batch) continue
      yield waiting
      waiting = []
    }
  }
  if (waiting.length > 0) yield waiting
}
