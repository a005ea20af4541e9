/** What a tool answers with: the caller, and the routes of the API, called without HTTP. */
import type { Static, TObject, TSchema } from 'typebox'
import type { ApiDependencies } from '../api/api-dependencies.ts'
import type {
  BytesAnswer,
  Caller,
  HandlerInput,
  Immutable,
  Route,
  TypedBytesRoute,
  TypedDataRoute,
} from '../api/route.ts'
import { ApiError } from '../http/api-error.ts'
import { createInputReader, type GivenInputs } from '../http/input-reader.ts'
import type { Scope } from '../store/scope.ts'
import type { Tenant } from '../store/store.ts'

/** A request of an agent. */
export type QuestionContext = {
  readonly caller: Caller
  /** Of the API key. */
  readonly scopes: readonly Scope[]
  readonly dependencies: ApiDependencies
  readonly signal: AbortSignal
  readonly halfClosed: AbortSignal
  readonly waitingOver: AbortSignal
}

/** The inputs of a route, unchecked. `prefer`: the value of the header. */
type Inputs = {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly prefer?: string
}

export type Question = QuestionContext & {
  /** Returns `data` of the route's response. Throws the same errors as over HTTP, in the same order. */
  data<Path extends TObject, Query extends TObject, Data extends TSchema, Body extends TObject | null>(
    route: TypedDataRoute<Path, Query, Data, Body>,
    inputs?: Inputs,
  ): Promise<Immutable<Static<Data>>>
  bytes<Path extends TObject, Query extends TObject>(
    route: TypedBytesRoute<Path, Query, Uint8Array>,
    inputs?: Inputs,
  ): Promise<BytesAnswer<Uint8Array>>
  /** Runs queries of the caller's organization in one transaction. */
  read<Result>(queries: (tenant: Tenant) => Promise<Result>): Promise<Result>
}

export function question(context: QuestionContext): Question {
  return {
    ...context,
    data: async (route, inputs = {}) => (await route.handle(checked(route, inputs, context))).data,
    bytes: (route, inputs = {}) => route.handle(checked(route, inputs, context)),
    read: (queries) => context.dependencies.store.tenant(context.caller.organizationId, queries),
  }
}

const readers = new WeakMap<object, ReturnType<typeof createInputReader>>()

/** Throws `FORBIDDEN` or `VALIDATION_ERROR`. */
function checked<Path, Query, Body>(
  route: Pick<Route, 'scope' | 'pathParameters' | 'query' | 'body'>,
  { path = {}, query = {}, body, prefer }: Inputs,
  { scopes, ...context }: QuestionContext,
): HandlerInput<Path, Query, Body> {
  if (!scopes.includes(route.scope)) {
    throw new ApiError('FORBIDDEN', `The caller doesn't have the scope "${route.scope}".`)
  }
  const read = readers.get(route) ?? createInputReader(route)
  readers.set(route, read)
  const given: GivenInputs = { params: path, query: present(query), body }
  return {
    // The reader has checked them against the schemas of the route.
    ...(read(given) as { path: Path; query: Query; body: Body }),
    headers: prefer === undefined ? {} : { prefer },
    ...context,
  }
}

/** Parameters that weren't given are absent. */
function present(inputs: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined))
}
