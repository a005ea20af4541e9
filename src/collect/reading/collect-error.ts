/** An error that a collector itself finds in a response. Its message is a sentence for users. */
export class CollectError extends Error {
  override readonly name = 'CollectError'
}
