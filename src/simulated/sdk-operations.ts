/** Types of an SDK client package's operations. `Sdk`: the type of its namespace import. */

/** The names of operations in a client package. */
export type OperationName<Sdk> = keyof Sdk extends infer Name
  ? Name extends `${infer Operation}Command`
    ? Operation
    : never
  : never

type CommandOf<Sdk, Name extends string> = Sdk[`${Name}Command` & keyof Sdk]

/** The input of an operation: the only argument of its command's constructor. */
export type InputOf<Sdk, Name extends string> =
  CommandOf<Sdk, Name> extends new (...given: infer Given) => unknown
    ? Given extends readonly [infer Input]
      ? Input
      : never
    : never

/** Lists of worlds are read-only, those of the SDK's types aren't. */
export type OutputOf<Sdk, Name extends string> =
  CommandOf<Sdk, Name> extends new (...given: never[]) => {
    resolveMiddleware(...given: never[]): (...given: never[]) => Promise<{ output: infer Output }>
  }
    ? {
        readonly [Member in keyof Output as Exclude<Member, '$metadata'>]: Output[Member] extends
          | (infer Item)[]
          | undefined
          ? readonly Item[] | Extract<Output[Member], undefined>
          : Output[Member]
      }
    : never
