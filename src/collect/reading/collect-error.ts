/** What a collector itself finds wrong with what it reads: the message is a sentence for people. */
export class CollectError extends Error {
  override readonly name = 'CollectError'
}
