/** Declares routes of the dashboard API: path, access, schemas, and handler. */
import type { Static, TObject, TSchema } from 'typebox'
import type { Role } from '../../contract/session/roles.ts'
import type { DeclaredInputs } from '../http/input-reader.ts'
import type { BytesAnswer, Caller, Route } from '../api/route.ts'
import type { SessionDependencies } from './dashboard-dependencies.ts'
import type { SignedIn } from '../identity/sign-in.ts'

/** The caller, in their active organization. */
export type Member = Caller & { readonly user: SignedIn; readonly role: Role }

/** `anyone`: no session required. `signed in`: no membership required. Otherwise members with at least that role. */
export type Access = 'anyone' | 'signed in' | Role

/** What a handler gets about its caller. */
type CallerOf<Allowed extends Access> = Allowed extends 'anyone'
  ? { readonly user: SignedIn | null; readonly address: string }
  : Allowed extends 'signed in'
    ? { readonly user: SignedIn; readonly address: string }
    : Member

export type SessionInput<Path, Query, Body, Who> = {
  readonly path: Path
  readonly query: Query
  readonly body: Body
  readonly caller: Who
  readonly dependencies: SessionDependencies
  /** Aborts when the caller disconnects, or when the event stream ends. */
  readonly signal: AbortSignal
  /** Aborts when the server stops and pending waits must end. */
  readonly waitingOver: AbortSignal
  /** Aborts when the caller half-closes the connection. The caller may still read. */
  readonly halfClosed: AbortSignal
}

/** Handlers return stored values without copying them. */
type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value

export type DataResult<Data> = {
  readonly data: Data
  /** `Set-Cookie` headers. */
  readonly cookies?: readonly string[]
}

/** Each item is the text of one Server-Sent Event. */
export type EventStream = { readonly events: AsyncIterable<string> }

type Described = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters in braces, for example `/session/scans/{id}`. */
  readonly path: string
  readonly status?: 201
}

export type SessionRoute = Described &
  DeclaredInputs & {
    readonly access: Access
    /** The schema of `data` in the success envelope; `null` if the response has another format. */
    readonly data: TSchema | null
    handle(
      input: SessionInput<unknown, unknown, unknown, unknown>,
    ): Promise<DataResult<unknown> | BytesAnswer | EventStream>
  }

type StaticBody<Body> = Body extends TSchema ? Static<Body> : null

/** A route that returns `data` in the success envelope. */
export function sessionRoute<
  Allowed extends Access,
  Path extends TObject,
  Query extends TObject,
  Data extends TSchema,
  Body extends TObject | null = null,
>(
  route: Described & {
    readonly access: Allowed
    readonly pathParameters: Path
    readonly query: Query
    readonly body: Body
    readonly data: Data
    handle(
      input: SessionInput<Static<Path>, Static<Query>, StaticBody<Body>, CallerOf<Allowed>>,
    ): Promise<DataResult<Immutable<Static<Data>>>>
  },
): SessionRoute {
  return route
}

/** A route that returns a file or an event stream. */
export function streamRoute<Path extends TObject, Query extends TObject>(
  route: Described & {
    readonly access: Role
    readonly pathParameters: Path
    readonly query: Query
    readonly body: null
    handle(
      input: SessionInput<Static<Path>, Static<Query>, null, Member>,
    ): Promise<DataResult<unknown> | BytesAnswer | EventStream>
  },
): SessionRoute {
  return { ...route, data: null }
}

/** Offers a route of the API to members in the dashboard API. */
export function fromApiRoute(route: Route, path: string, access: Role = 'viewer'): SessionRoute {
  const { method, pathParameters, query, body, success } = route
  return {
    method,
    path,
    access,
    pathParameters,
    query,
    body,
    data: 'data' in success ? success.data : null,
    async handle(input) {
      const answer = await route.handle({ ...input, headers: {}, caller: input.caller as Member })
      return 'data' in answer ? { data: await answer.data } : answer
    },
  }
}
