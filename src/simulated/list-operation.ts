/** List operations as data: which resources, chosen by which identifiers and filters, in pages of which size. */
import { ProviderError } from './provider-error.ts'
import { operation } from './service.ts'
import type { OperationContext, SimulatedOperation } from './service.ts'

/** How the operation pages: names of its members, and the provider's limits. */
export type Paging<Input> = {
  readonly token: keyof Input & string
  /** `null` where the provider alone decides on the size. */
  readonly size: (keyof Input & string) | null
  readonly minimum: number
  readonly maximum: number
  /** Page size when the request names none; `null`: all at once. */
  readonly default: number | null
  /** The most that one page ever holds where that is less than the largest size that may be asked for. */
  readonly ceiling?: number
  readonly badToken: (token: string) => ProviderError
  readonly badSize: (size: number) => ProviderError
}

/** A member that names the resources wanted: one identifier or a list of them. */
export type Identifiers<Input, Item> = {
  readonly parameter: keyof Input & string
  readonly of: (item: Item) => readonly (string | undefined)[]
  /** `null`: unknown identifiers are left out of the answer instead. */
  readonly notFound: ((identifier: string) => ProviderError) | null
}

export type ListDefinition<Input, Output, Item> = {
  readonly iamAction?: string
  readonly deniedResource?: SimulatedOperation['deniedResource'] & {}
  readonly items: (context: OperationContext, input: Input) => readonly Item[] | undefined
  readonly identifiers?: readonly Identifiers<Input, Item>[]
  /** Narrows the resources by the operation's other parameters, which `parameters` names. */
  readonly narrow?: (items: readonly Item[], input: Input, context: OperationContext) => readonly Item[]
  readonly parameters?: readonly (keyof Input & string)[]
  readonly paging: Paging<Input> | null
  readonly answer: (items: readonly Item[], next: string | undefined, input: Input, context: OperationContext) => Output
}

export function listOperation<Input extends object, Output extends object, Item>(
  definition: ListDefinition<Input, Output, Item>,
): SimulatedOperation<Output> {
  const { paging, identifiers = [] } = definition
  return operation<Input, Output>({
    ...(definition.iamAction === undefined ? {} : { iamAction: definition.iamAction }),
    ...(definition.deniedResource === undefined ? {} : { deniedResource: definition.deniedResource }),
    parameters: [
      ...identifiers.map(({ parameter }) => parameter),
      ...(definition.parameters ?? []),
      ...(paging === null ? [] : [paging.token]),
      ...(paging === null || paging.size === null ? [] : [paging.size]),
    ],
    answer(input, context) {
      let items = definition.items(context, input) ?? []
      for (const choice of identifiers) items = choose(items, choice, input)
      if (definition.narrow !== undefined) items = definition.narrow(items, input, context)
      if (paging === null) return definition.answer(items, undefined, input, context)
      const page = cut(items, paging, input, context)
      return definition.answer(page.items, page.next, input, context)
    },
  })
}

function choose<Input, Item>(items: readonly Item[], choice: Identifiers<Input, Item>, input: Input): readonly Item[] {
  const wanted = [input[choice.parameter] ?? []].flat().map(String)
  if (wanted.length === 0) return items
  const missing = wanted.find((identifier) => !items.some((item) => choice.of(item).includes(identifier)))
  if (missing !== undefined && choice.notFound !== null) throw choice.notFound(missing)
  return items.filter((item) =>
    choice.of(item).some((identifier) => identifier !== undefined && wanted.includes(identifier)),
  )
}

function cut<Input extends object, Item>(
  items: readonly Item[],
  paging: Paging<Input>,
  input: Input,
  context: OperationContext,
): { readonly items: readonly Item[]; readonly next: string | undefined } {
  // Some REST services take the size as text.
  const given = paging.size === null ? undefined : input[paging.size]
  const asked = given === undefined ? undefined : Number(given)
  if (asked !== undefined && (asked < paging.minimum || asked > paging.maximum)) throw paging.badSize(asked)
  const size = Math.min(asked ?? paging.default ?? Infinity, paging.ceiling ?? Infinity)

  const token = input[paging.token]
  const rest = { ...input, [paging.token]: undefined, [paging.size ?? paging.token]: undefined }
  const list = JSON.stringify([context.operation, context.account.accountId, context.region, rest])
  let start = 0
  if (typeof token === 'string') {
    const position = context.pageTokens.read(list, token)
    if (position === null) throw paging.badToken(token)
    start = position
  }
  const end = start + size
  const { pageTokens } = context
  const next = pageTokens.endless === true ? start : end < items.length ? end : null
  return { items: items.slice(start, end), next: next === null ? undefined : pageTokens.issue(list, next) }
}
