/** Errors of invalid responses with a success status, without terms of the SDK. */

/** A problem of a response, as the end of a sentence that begins with "The response of DescribeVpcs". */
export class ResponseProblem extends Error {
  override readonly name = 'ResponseProblem'
}

/** The problem as a full sentence. It quotes only names of elements and members of the response. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'
  /** The SDK's metadata, which decides whether a call is retried. */
  readonly $metadata: { readonly httpStatusCode?: number }

  constructor(operation: string, problem: string, status?: number) {
    super(`The response of ${operation} ${problem}.`)
    this.$metadata = status === undefined ? {} : { httpStatusCode: status }
  }
}

/** The maximum length of a quoted name. */
const longestName = 60

export function quotedName(name: string): string {
  const plain = name.slice(0, longestName).replace(/[^\w.:-]/g, '?')
  return name.length > longestName ? `${plain}…` : plain
}
