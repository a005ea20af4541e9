/** The types of a service definition: which data a world has for it, and how each operation selects from it. */
import type { FilterFields } from './filters.ts'
import type { Pages } from './pages.ts'
import type { ErrorCode } from './provider-error.ts'
import type { OperationContext } from './service.ts'
import type { Told } from './told-values.ts'
import type { GlobalData, RegionData } from './world.ts'

export type DataKey = keyof RegionData | keyof GlobalData

/** What a world holds of a service under this name, in a region or for all regions. */
export type DataOf<Key> = ([Key] extends [keyof RegionData] ? NonNullable<RegionData[Key]> : unknown) &
  ([Key] extends [keyof GlobalData] ? NonNullable<GlobalData[Key]> : unknown)

/** What all operations of a service have in common. */
export type ServiceSettings<Key> = {
  /** The member of `RegionData` or `GlobalData` that holds its resources. */
  readonly data?: Key
  /** The prefix of its IAM actions where that is not the name of its data in small letters. */
  readonly iamPrefix?: string
  /** What its requests are signed for where that is not the prefix. */
  readonly signedFor?: string
  /** The one IAM action that permits all operations. */
  readonly iamAction?: string
  readonly pages?: Pages
  /** Whether `Filters` may name tags. */
  readonly tagFilters?: boolean
}

export type Operations<Sdk, Data> = {
  readonly [Name in OperationName<Sdk>]?: Operation<
    InputOf<Sdk[`${Name}Command` & keyof Sdk]>,
    OutputOf<Sdk[`${Name}Command` & keyof Sdk]>,
    Data
  >
}

/** Names of the operations that a client package has commands for. */
type OperationName<Sdk> = keyof Sdk extends infer Name
  ? Name extends `${infer Operation}Command`
    ? Operation
    : never
  : never

/** The input of a command; clients take it as the constructor's only argument. */
type InputOf<Command> = Command extends new (...given: infer Given) => unknown
  ? Given extends readonly [infer Input]
    ? Input
    : never
  : never

/** Worlds' lists are read-only, those of the SDK's types are not. */
type OutputOf<Command> = Command extends new (...given: never[]) => {
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

/** A plain list, a list that code gathers, one resource of a list, or what only code can tell. */
type Operation<Input, Output, Data> = Common<Input, Data> &
  (
    | {
        readonly [List in ListName<Data>]: Plain<List> & Listed<Input, Output, Data, ItemOf<Data, List>>
      }[ListName<Data>]
    | (Gathered<Input, Output, Data> & Listed<Input, Output, Data, ListedIn<Output>>)
    | { readonly [List in ListName<Data>]: One<Input, Output, Data, List> }[ListName<Data>]
    | Answered<Input, Output, Data>
  )

type Common<Input, Data> = {
  /** Where it is not `<prefix>:<operation>`; `null` where the operation needs no permission. */
  readonly iamAction?: string | null
  /** IAM actions of other services that it takes as well, depending on what is asked. */
  readonly furtherActions?: (input: Input) => readonly string[]
  /** The resource that the service names in a refusal, with `{region}` and `{account}`; most list operations name none. */
  readonly denied?: string
  /** Parameters that it understands beside those that the other fields name. */
  readonly parameters?: readonly (keyof Input & string)[]
  /** What must exist for the request to make sense, e.g. the cluster whose node groups are listed. */
  readonly within?: {
    readonly [List in ListName<Data>]: {
      readonly list: List
      readonly by: Choices<Input, ItemOf<Data, List>>
      readonly notFound: ErrorCode
    }
  }[ListName<Data>]
}

/** What of a resource a parameter names, one or several; the parameter alone where that is called alike, or its plural. */
type Choices<Input, Item> =
  | { readonly [Parameter in keyof Input]?: Told<Item> }
  | SharedName<Input, Item>
  | readonly SharedName<Input, Item>[]

type SharedName<Input, Item> = keyof Input & (keyof Item | `${keyof Item & string}s`) & string

type Chosen<Input, Item> = {
  /** Default where there is `notFound`: the parameters called like a member of the resource or its plural. */
  readonly by?: Choices<Input, Item>
  /** For all parameters of `by`, or for some. Without it, what is not there is left out of a list. */
  readonly notFound?: ErrorCode | { readonly [Parameter in keyof Input]?: ErrorCode }
}

type Listed<Input, Output, Data, Item> = Chosen<Input, Item> & {
  readonly filters?: FilterFields<Item>
  /** Narrows by other parameters, which `parameters` names. */
  readonly narrow?: (items: readonly Item[], input: Input, context: OperationContext) => readonly Item[]
  /** Where these are not the service's own. */
  readonly pages?: Partial<Pages>
  /** What of a resource stands in the list: a member's value, or what a function makes of it. */
  readonly item?: (keyof Item & string) | ((item: Item, data: Partial<Data>) => unknown)
  /** The answer where it is more than one list and the token of the next page. */
  readonly page?: (
    items: readonly Item[],
    next: string | undefined,
    input: Input,
    data: Partial<Data>,
    context: OperationContext,
  ) => Output
}

/** Tells the kinds of definitions apart. */
type Without<Fields extends string> = { readonly [Field in Fields]?: never }

/** Everything that a world holds under a name, or what it holds there for a parent that `within` finds. */
type Plain<List> = { readonly list: List } & Without<'gather' | 'one' | 'answer'>

type Gathered<Input, Output, Data> = Without<'list' | 'one' | 'answer'> & {
  readonly gather: (
    data: Partial<Data>,
    input: Input,
    context: OperationContext,
  ) => readonly ListedIn<Output>[] | undefined
}

type One<Input, Output, Data, List> = Without<'list' | 'gather' | 'answer'> &
  Chosen<Input, ItemOf<Data, List>> & {
    readonly one: List
    readonly notFound: ErrorCode
    /** The answer where it is not the resource itself. */
    readonly item?: (item: ItemOf<Data, List>, data: Partial<Data>, input: Input, context: OperationContext) => Output
  }

type Answered<Input, Output, Data> = Without<'list' | 'gather' | 'one'> & {
  readonly answer: (input: Input, data: Partial<Data>, context: OperationContext) => Output
}

/** Items of lists, and of lists by the name of their parent. */
type ItemOf<Data, List> = List extends keyof Data
  ? NonNullable<Data[List]> extends readonly (infer Item)[] | Readonly<Record<string, readonly (infer Item)[]>>
    ? Item
    : never
  : never

type ListName<Data> = { [Name in keyof Data]-?: [ItemOf<Data, Name>] extends [never] ? never : Name }[keyof Data]

type ListedIn<Output> = {
  [Name in keyof Output]-?: NonNullable<Output[Name]> extends readonly (infer Item)[] ? Item : never
}[keyof Output]

/** Definitions as they are read, once the compiler has compared them with the SDK's types. */
export type AnyInput = Readonly<Record<string, unknown>>
export type AnyItem = Readonly<Record<string, unknown>>
export type AnyData = Readonly<Record<string, readonly AnyItem[] | undefined>>
export type AnyChoices = Choices<AnyInput, AnyItem>
export type AnyOperation = Common<AnyInput, AnyData> &
  Omit<Listed<AnyInput, object, AnyData, AnyItem>, 'item'> & {
    readonly list?: string
    readonly one?: string
    readonly gather?: Gathered<AnyInput, { readonly list: readonly AnyItem[] }, AnyData>['gather']
    readonly answer?: Answered<AnyInput, object, AnyData>['answer']
    readonly item?: string | ((item: AnyItem, data: AnyData, input: AnyInput, context: OperationContext) => unknown)
  }
