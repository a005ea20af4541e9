/** The resource types that a diagram shows: `AWS::EC2::Instance,-AWS::SQS::Queue` shows only the first and hides the second. */

export type TypeFilter = {
  /** Only these types are shown. Empty: all types. */
  readonly shown: ReadonlySet<string>
  readonly hidden: ReadonlySet<string>
}

/** Returns an error message if the list isn't well-formed. */
export function parseTypeFilter(list: string): TypeFilter | { readonly error: string } {
  const entries = list.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => !/^-?[A-Za-z][A-Za-z0-9]*(?:::[A-Za-z0-9]+)+$/u.test(entry))
  if (wrong !== undefined) {
    return {
      error: `contains ${wrong === '' ? 'an empty entry' : wrong}, which isn't a CloudFormation type such as AWS::EC2::Instance`,
    }
  }
  return {
    shown: new Set(entries.filter((entry) => !entry.startsWith('-'))),
    hidden: new Set(entries.filter((entry) => entry.startsWith('-')).map((entry) => entry.slice(1))),
  }
}

export function isShown(type: string, { shown, hidden }: TypeFilter): boolean {
  return !hidden.has(type) && (shown.size === 0 || shown.has(type))
}
