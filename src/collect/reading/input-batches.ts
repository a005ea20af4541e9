/** Groups the inputs of a collector into batches as they are found. Equal inputs are kept once. */

/**
 * Yields each batch as soon as it is full or no more inputs can come. `size`: the maximum number of inputs of one read.
 */
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
