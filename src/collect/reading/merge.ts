/** Runs a limited number of reads at once, and yields their results. */

export async function* mergeReads<Input, Output>(
  inputs: AsyncIterable<Input>,
  read: (input: Input) => AsyncIterable<Output>,
  concurrency: number,
): AsyncGenerator<Output> {
  type Step = { readonly reader: AsyncIterator<Output>; readonly result: IteratorResult<Output> }
  const source = inputs[Symbol.asyncIterator]()
  const readers = new Map<AsyncIterator<Output>, Promise<Step>>()
  const advance = (reader: AsyncIterator<Output>) =>
    readers.set(reader, awaitedLater(reader.next().then((result) => ({ reader, result }))))
  let next: Promise<IteratorResult<Input>> | null = awaitedLater(source.next())
  while (next !== null || readers.size > 0) {
    const mayStart = next !== null && readers.size < concurrency
    const event: IteratorResult<Input> | Step = await Promise.race([
      ...(mayStart && next !== null ? [next] : []),
      ...readers.values(),
    ])
    if (!('reader' in event)) {
      if (event.done === true) {
        next = null
      } else {
        advance(read(event.value)[Symbol.asyncIterator]())
        next = awaitedLater(source.next())
      }
    } else if (event.result.done === true) {
      readers.delete(event.reader)
    } else {
      advance(event.reader)
      yield event.result.value
    }
  }
}

/**
 * Nobody waits for a read while its reader is busy, or after a failure, when the scan's signal ends it. Its error would
 * end the process. Whoever awaits it later still gets the error.
 */
function awaitedLater<Result>(reading: Promise<Result>): Promise<Result> {
  reading.catch(() => undefined)
  return reading
}
