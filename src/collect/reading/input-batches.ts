/** What a collector reads for, each thing once and in batches, as it is found. */

/** Batches of inputs, as soon as they are full or no more can come. `size`: the most inputs that one read takes. */
export async function* batches<Input>(inputs: AsyncIterable<Input>, size: number): AsyncGenerator<readonly Input[]> {
  const seen = new Set<Input>()
  let waiting: Input[] = []
  for await (const input of inputs) {
    if (seen.has(input)) continue
    seen.add(input)
    waiting.push(input)
    if (waiting.length < size) continue
    yield waiting
    waiting = []
  }
  if (waiting.length > 0) yield waiting
}
