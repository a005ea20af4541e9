/** Errors of responses that report success but are unusable: what is wrong with them, without terms of the SDK. */

/** What is wrong with an answer, as the end of a sentence that begins with "The answer of DescribeVpcs". */
export class ResponseProblem extends Error {
  override readonly name = 'ResponseProblem'
}

/** The same as a whole sentence. Nothing of the answer is quoted but names of elements and members. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'
  /** As the SDK's errors have it, since it decides whether a call is repeated. */
  readonly $metadata: { readonly httpStatusCode?: number }

  constructor(operation: string, problem: string, status?: number) {
    super(`The answer of ${operation} ${problem}.`)
    this.$metadata = status === undefined ? {} : { httpStatusCode: status }
  }
}

/** What is quoted of a name that comes from an answer. */
const longestName = 60

export function quotedName(name: string): string {
  const plain = name.slice(0, longestName).replace(/[^\w.:-]/g, '?')
  return name.length > longestName ? `${plain}…` : plain
}
