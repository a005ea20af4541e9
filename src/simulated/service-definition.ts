/** Types of a service definition: its data in a world, and how each operation selects from it. */
import type { Pages } from './pages.ts'
import type { ErrorCode } from './provider-error.ts'
import type { InputOf, OperationName, OutputOf } from './sdk-operations.ts'
import type { OperationContext } from './service.ts'
import type { Told } from './told-values.ts'
import type { GlobalData, RegionData } from './world.ts'

/** A world's data of a service under this name, regional or global. */
export type DataOf<Name> = (Name extends keyof RegionData ? NonNullable<RegionData[Name]> : unknown) &
  (Name extends keyof GlobalData ? NonNullable<GlobalData[Name]> : unknown)

/** The common settings of a service's operations. */
export type ServiceSettings = {
  /** The prefix of its IAM actions, if it isn't its name in lower case. */
  readonly iamPrefix?: string
  /** The service name in signatures, if it isn't the prefix. */
  readonly signedFor?: string
  /** The one IAM action that permits all operations. */
  readonly iamAction?: string
  readonly pages?: Pages
  /** The error for a missing resource, if an operation has no other. */
  readonly notFound?: ErrorCode
}

export type Operations<Sdk, Data> = {
  readonly [Name in OperationName<Sdk>]?: Operation<InputOf<Sdk, Name>, OutputOf<Sdk, Name>, Data>
}

/** A plain list, a list from code, one resource of a list, or a response from code. */
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
  /** Set if it isn't `<prefix>:<operation>`; `null` if the operation requires no permission. */
  readonly iamAction?: string | null
  /** Additional IAM actions of other services, depending on the input. */
  readonly furtherActions?: (input: Input) => readonly string[]
  /** The resource in the service's denial: the last part of its ARN, or all of it. Most list operations have none. */
  readonly denied?: string
  /** Supported parameters besides those that the other fields name. */
  readonly parameters?: readonly (keyof Input & string)[]
  /** The parent that must exist, for example the cluster of listed node groups. Its list alone, if `by` is the default. */
  readonly within?:
    | ListName<Data>
    | {
        readonly [List in ListName<Data>]: {
          readonly list: List
          /** Default: the first required parameter. */
          readonly by?: Choices<Input, ItemOf<Data, List>>
          readonly notFound?: ErrorCode
        }
      }[ListName<Data>]
}

/** The member of a resource that a parameter names. The parameter alone, if it has the same name or its plural. */
type Choices<Input, Item> =
  | { readonly [Parameter in keyof Input]?: Told<Item> }
  | SharedName<Input, Item>
  | readonly SharedName<Input, Item>[]

type SharedName<Input, Item> = keyof Input & (keyof Item | `${keyof Item & string}s`) & string

type Chosen<Input, Item> = {
  /** Default of `one`: the first required parameter that doesn't name the parent. */
  readonly by?: Choices<Input, Item>
  /** Without it, lists leave out missing items. */
  readonly notFound?: ErrorCode
}

type Listed<Input, Output, Data, Item> = Chosen<Input, Item> & {
  /** The maximum number of resources in a request that must name some. */
  readonly most?: number
  /** Filters by other parameters, which `parameters` names. */
  readonly narrow?: (items: readonly Item[], input: Input, context: OperationContext) => readonly Item[]
  /** Set if they differ from the service's. */
  readonly pages?: Partial<Pages>
  /** The part of a resource in the list: a member, or the result of a function. */
  readonly item?: (keyof Item & string) | ((item: Item, data: Partial<Data>, input: Input) => unknown)
  /** Creates the response if it has more than one list and the next token. */
  readonly page?: (
    items: readonly Item[],
    next: string | undefined,
    input: Input,
    data: Partial<Data>,
    context: OperationContext,
  ) => Output
}

/** Distinguishes the kinds of definitions. */
type Without<Fields extends string> = { readonly [Field in Fields]?: never }

/** All items of a world under a name, or those of a parent that `within` finds. */
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
    /** Settings that the resource must have, each with the error without it. */
    readonly required?: { readonly [Member in keyof ItemOf<Data, List>]?: ErrorCode }
    /** Creates the response if it isn't the resource itself. */
    readonly item?: (item: ItemOf<Data, List>, data: Partial<Data>, input: Input, context: OperationContext) => Output
  }

type Answered<Input, Output, Data> = Without<'list' | 'gather' | 'one'> & {
  readonly answer: (input: Input, data: Partial<Data>, context: OperationContext) => Output
}

/** The items of lists, and of lists by parent name. */
type ItemOf<Data, List> = List extends keyof Data
  ? NonNullable<Data[List]> extends readonly (infer Item)[] | Readonly<Record<string, readonly (infer Item)[]>>
    ? Item
    : never
  : never

type ListName<Data> = { [Name in keyof Data]-?: [ItemOf<Data, Name>] extends [never] ? never : Name }[keyof Data]

type ListedIn<Output> = {
  [Name in keyof Output]-?: NonNullable<Output[Name]> extends readonly (infer Item)[] ? Item : never
}[keyof Output]

/** Definitions at runtime, after the compiler has compared them with the SDK's types. */
export type AnyInput = Readonly<Record<string, unknown>>
export type AnyItem = Readonly<Record<string, unknown>>
export type AnyData = Readonly<Record<string, readonly AnyItem[] | undefined>>
export type AnyChoices = Choices<AnyInput, AnyItem>
export type AnyOperation = Common<AnyInput, AnyData> &
  Omit<Listed<AnyInput, object, AnyData, AnyItem>, 'item'> & {
    readonly list?: string
    readonly one?: string
    readonly required?: Readonly<Record<string, ErrorCode>>
    readonly gather?: Gathered<AnyInput, { readonly list: readonly AnyItem[] }, AnyData>['gather']
    readonly answer?: Answered<AnyInput, object, AnyData>['answer']
    readonly item?: string | ((item: AnyItem, data: AnyData, input: AnyInput, context: OperationContext) => unknown)
  }
