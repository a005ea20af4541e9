/** What decides whether a caller may use the routes of an API: functions and user pools. */
import type { Authorizer as RestAuthorizer } from '@aws-sdk/client-api-gateway'
import type { Authorizer as HttpAuthorizer } from '@aws-sdk/client-apigatewayv2'
import { compareText } from '../../../graph/compare-text.ts'
import { integrationArn } from './integration-arn.ts'

/** `type`: in AWS's words, such as `COGNITO_USER_POOLS`. `target`: the ARN of the function that decides. */
export type ApiAuthorizer = { readonly name: string; readonly type: string; readonly target?: string }

type Described = {
  readonly name: string | undefined
  readonly type: string | undefined
  readonly uri?: string | undefined
}

function authorizer({ name = '', type = '', uri }: Described): ApiAuthorizer {
  const target = integrationArn(uri)
  return { name, type, ...(target !== undefined && { target }) }
}

/** Sorted by name. */
function sorted(authorizers: readonly Described[]): readonly ApiAuthorizer[] {
  return authorizers.map(authorizer).toSorted((left, right) => compareText(left.name, right.name))
}

export function restAuthorizers(authorizers: readonly RestAuthorizer[]): readonly ApiAuthorizer[] {
  return sorted(authorizers.map(({ name, type, authorizerUri: uri }) => ({ name, type, uri })))
}

export function httpAuthorizers(authorizers: readonly HttpAuthorizer[]): readonly ApiAuthorizer[] {
  return sorted(authorizers.map(({ Name: name, AuthorizerType: type, AuthorizerUri: uri }) => ({ name, type, uri })))
}

/** The ID of the user pool whose tokens an HTTP API accepts. Other issuers aren't resources of AWS. */
export function poolOfIssuer(issuer: string | undefined): string | undefined {
  return /^https:\/\/cognito-idp\.[\w-]+\.amazonaws\.(?:com|com\.cn|eu)\/([\w-]+)\/?$/.exec(issuer ?? '')?.[1]
}
