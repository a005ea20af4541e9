/** Declares a route: path, scope, schemas, responses, and handler, in one place and independent of the HTTP library. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../../contract/error-catalogue.ts'
import type { Scope } from '../store/scope.ts'
import type { ApiDependencies } from './api-dependencies.ts'

/** The caller and its organization. */
export type Caller = {
  readonly organizationId: string
  /** For the audit log: `key:<id>` or `user:<id>`. */
  readonly actor: string
  /** The network address, with trusted proxies resolved. */
  readonly address: string
}

export type HandlerInput<Path, Query, Body> = {
  readonly path: Path
  readonly query: Query
  readonly body: Body
  readonly headers: IncomingHttpHeaders
  readonly caller: Caller
  readonly dependencies: ApiDependencies
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal
  /** Aborts when the server stops and pending waits must end. Waiting requests then return the current state. */
  readonly waitingOver: AbortSignal
  /** Aborts when the caller half-closes the connection. The caller may still read. */
  readonly halfClosed: AbortSignal
}

type AnswerHeaders = Readonly<Record<string, string>>

export type DataAnswer<Data> = {
  /** A promise may take long. The connection is kept alive until it settles. */
  readonly data: Data | Promise<Data>
  readonly headers?: AnswerHeaders
}

/** A stream is for content that is too large for memory. */
export type BytesAnswer<Content extends Uint8Array | Readable = Uint8Array | Readable> = {
  readonly bytes: Content
  readonly mediaType: string
  readonly headers?: AnswerHeaders
}

/** Handlers return stored values without copying them. */
export type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value

type Described<Schema> = {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tag: 'Scans' | 'Schedules' | 'Alerts' | 'Accounts' | 'Diagrams' | 'Sharing'
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces, for example `/api/scans/{id}`. */
  readonly path: string
  /** Errors in addition to those of every route. */
  readonly errors: readonly ErrorCode[]
  /** Request headers besides `Authorization` and `Service-Version`, for the documentation. */
  readonly requestHeaders?: Readonly<Record<string, TSchema>>
  readonly success: {
    readonly status: 200 | 201
    readonly description: string
    /** Response headers in addition to those of every response. */
    readonly headers?: Readonly<Record<string, string>>
  } & Schema
}

type Inputs<Path, Query, Body> = {
  readonly pathParameters: Path
  readonly query: Query
  /** `null` if the operation has no body. */
  readonly body: Body
  /** Default: the limit of the server. */
  readonly bodyLimitBytes?: number
}

export type DataRoute = Described<{ readonly data: TSchema }> &
  Inputs<TObject, TObject, TObject | null> & {
    readonly kind: 'data'
    readonly scope: Scope
    handle(input: HandlerInput<unknown, unknown, unknown>): Promise<DataAnswer<unknown>>
  }

export type BytesRoute = Described<{ readonly mediaTypes: readonly string[] }> &
  Inputs<TObject, TObject, TObject | null> & {
    readonly kind: 'bytes'
    readonly scope: Scope
    handle(input: HandlerInput<unknown, unknown, unknown>): Promise<BytesAnswer>
  }

export type Route = DataRoute | BytesRoute

type StaticBody<Body> = Body extends TSchema ? Static<Body> : null

/** A data route with the types of its inputs and its data, for other callers than HTTP. */
export type TypedDataRoute<
  Path extends TObject,
  Query extends TObject,
  Data extends TSchema,
  Body extends TObject | null,
> = Described<{ readonly data: Data }> &
  Inputs<Path, Query, Body> & {
    readonly kind: 'data'
    readonly scope: Scope
    handle(
      input: HandlerInput<Static<Path>, Static<Query>, StaticBody<Body>>,
    ): Promise<DataAnswer<Immutable<Static<Data>>>>
  }

export type TypedBytesRoute<
  Path extends TObject,
  Query extends TObject,
  Content extends Uint8Array | Readable,
> = Described<{
  readonly mediaTypes: readonly string[]
}> &
  Inputs<Path, Query, null> & {
    readonly kind: 'bytes'
    readonly scope: Scope
    handle(input: HandlerInput<Static<Path>, Static<Query>, null>): Promise<BytesAnswer<Content>>
  }

/** A route that returns `data` in the success envelope. */
export function dataRoute<
  Path extends TObject,
  Query extends TObject,
  Data extends TSchema,
  Body extends TObject | null = null,
>(route: Omit<TypedDataRoute<Path, Query, Data, Body>, 'kind'>): TypedDataRoute<Path, Query, Data, Body> {
  return { ...route, kind: 'data' }
}

/** A route that returns a file. */
export function bytesRoute<Path extends TObject, Query extends TObject, Content extends Uint8Array | Readable>(
  route: Omit<TypedBytesRoute<Path, Query, Content>, 'kind'>,
): TypedBytesRoute<Path, Query, Content> {
  return { ...route, kind: 'bytes' }
}
