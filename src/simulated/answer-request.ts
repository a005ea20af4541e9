/** Handles one request as AWS does: signature, region, permission, parameters, response. */
import { randomUUID } from 'node:crypto'
import { explainDenial } from './authorization.ts'
import type { ChangingData } from './changing-data.ts'
import type { Caller, CredentialIssuer } from './credentials.ts'
import { faultError, noFault } from './faults.ts'
import type { FaultInjector, FaultVerdict } from './faults.ts'
import type { PageTokens } from './page-token.ts'
import { writeError } from './protocols/error-body.ts'
import type { ProtocolName, WireOperation, WireService } from './protocols/operation.ts'
import type { WireResponse } from './protocols/wire-protocol.ts'
import { wireProtocols } from './protocols/wire-protocols.ts'
import { ProviderError, providerError } from './provider-error.ts'
import type { Dialect } from './provider-error.ts'
import { isRegionEnabled } from './regions.ts'
import type { RoleRegistry } from './roles.ts'
import { withLongTexts } from './long-texts.ts'
import { loadServices } from './service-catalogue.ts'
import type { LoadedService } from './service-catalogue.ts'
import { sparse } from './sparse.ts'
import { isSignatureValid, readSignatureClaim } from './signature.ts'
import type { ReceivedRequest, SignatureClaim } from './signature.ts'
import type { WorldAccount } from './world.ts'

/** A request that got a response, or whose connection was cut. */
export type SimulatedCall = {
  readonly service: string | null
  readonly operation: string | null
  readonly region: string | null
  readonly accountId: string | null
  /** `null` if the operation requires no permission or wasn't recognized. */
  readonly iamAction: string | null
  /** Additional actions that it required. */
  readonly furtherActions: readonly string[]
  /** Whether it read a list in smaller pages than AWS allows. */
  readonly askedForLess: boolean
  /** The parsed input; `null` if the call was rejected before. */
  readonly parameters: Readonly<Record<string, unknown>> | null
  /** The HTTP status; `null` without a response. */
  readonly status: number | null
  readonly errorCode: string | null
  /** The time for creating the response, without latency and waiting. */
  readonly servedMs: number
}

export type CloudState = {
  readonly accounts: ReadonlyMap<string, WorldAccount>
  readonly credentials: CredentialIssuer
  readonly roles: RoleRegistry
  readonly changingData: ChangingData
  readonly pageTokens: PageTokens
  readonly faults: () => FaultInjector
  readonly now: () => number
}

export type Answer = {
  readonly response: WireResponse
  readonly call: SimulatedCall
  readonly verdict: FaultVerdict
}

/** The known data of a request. Errors are written and recorded with it. */
type Progress = {
  dialect: Dialect
  wire: WireService | null
  verdict: FaultVerdict
  call: Omit<SimulatedCall, 'status' | 'errorCode' | 'servedMs'>
}

const maximumClockSkewMs = 15 * 60 * 1000

export async function answerRequest(state: CloudState, request: ReceivedRequest): Promise<Answer> {
  const requestId = randomUUID()
  const startedAt = performance.now()
  const progress: Progress = {
    dialect: guessDialect(request),
    wire: null,
    verdict: noFault,
    call: {
      service: null,
      operation: null,
      region: null,
      accountId: null,
      iamAction: null,
      furtherActions: [],
      askedForLess: false,
      parameters: null,
    },
  }
  const finish = (response: WireResponse, errorCode: string | null): Answer => ({
    response,
    verdict: progress.verdict,
    call: { ...progress.call, status: response.status, errorCode, servedMs: performance.now() - startedAt },
  })
  try {
    return finish(await answer(state, request, progress, requestId), null)
  } catch (error) {
    const refusal = error instanceof ProviderError ? error : defect(error)
    return finish(writeError(progress.dialect, refusal, requestId, progress.wire), refusal.code)
  }
}

/** Fills `progress` step by step. Throws a `ProviderError` to reject the request. */
async function answer(
  state: CloudState,
  request: ReceivedRequest,
  progress: Progress,
  requestId: string,
): Promise<WireResponse> {
  const claim = readSignatureClaim(request)
  if (claim === null) throw providerError(progress.dialect, 'unsigned')
  const { region } = claim
  progress.call = { ...progress.call, service: claim.service, region }

  const { service, operation } = await findOperation(claim.service, request)
  const name = 'unknown' in operation ? operation.unknown : operation.name
  progress.wire = service.wire
  progress.dialect = dialectOf(service)
  progress.call = { ...progress.call, service: service.name, operation: name }

  const caller = await authenticate(state, request, claim, progress.dialect)
  const { accountId } = caller
  progress.call = { ...progress.call, accountId }
  const account = state.accounts.get(accountId)
  if (account === undefined || !isRegionEnabled(region, account)) {
    throw providerError(progress.dialect, 'unknown access key')
  }

  const simulated = service.operations[name]
  if (simulated === undefined || 'unknown' in operation) {
    throw new ProviderError(
      'SimulatedCloud.UnknownOperation',
      `The simulated cloud does not support ${service.name} ${name}`,
    )
  }
  const { iamAction } = simulated
  progress.call = { ...progress.call, iamAction }
  const faulted = { service: service.name, operation: name, region, accountId, dialect: progress.dialect, iamAction }
  const verdict = state.faults().judge(faulted)
  progress.verdict = verdict
  if (verdict.error !== null) throw faultError(verdict.error, faulted, caller.arn)

  const protocol = wireProtocols[service.wire.protocol]
  const input = await protocol.readInput(service.wire, operation, request)
  if (iamAction !== null) {
    const role = caller.roleArn === null ? undefined : state.roles.find(caller.roleArn)
    const resource = simulated.deniedResource?.replace('{region}', region).replace('{account}', accountId) ?? null
    const furtherActions = simulated.furtherActions(input)
    progress.call = { ...progress.call, furtherActions }
    for (const action of [iamAction, ...furtherActions]) {
      const denial = explainDenial({ caller, role, account, region, action, resource, parameters: input })
      if (denial !== null) throw providerError(progress.dialect, 'denied', denial)
    }
  }

  progress.call = { ...progress.call, parameters: input }
  const unknown = Object.keys(input).find((name) => input[name] !== undefined && !simulated.parameters.includes(name))
  if (unknown !== undefined) {
    throw new ProviderError(
      'SimulatedCloud.UnknownParameter',
      `The simulated cloud does not support the parameter ${unknown} of ${service.name} ${name}`,
    )
  }
  const output = simulated.answer(input, {
    operation: name,
    caller,
    account,
    region,
    ...state.changingData.read(account, region),
    pageTokens: { ...state.pageTokens, endless: verdict.endless, shortPages: verdict.shortPages },
    credentials: state.credentials,
    roles: state.roles,
    now: state.now,
  })
  progress.call = { ...progress.call, askedForLess: simulated.asksForLess(input) }
  state.changingData.answered(account, service.name, name)
  const whole = verdict.textKib === 0 ? output : withLongTexts(output, verdict.textKib)
  const told = verdict.sparse ? sparse(whole) : whole
  return protocol.writeOutput(service.wire, operation, told, requestId)
}

async function findOperation(
  signingName: string,
  request: ReceivedRequest,
): Promise<{ readonly service: LoadedService; readonly operation: WireOperation | { readonly unknown: string } }> {
  const found = (await loadServices(signingName)).flatMap((service) => {
    const operation = wireProtocols[service.wire.protocol].findOperation(service.wire, request)
    return operation === null ? [] : [{ service, operation }]
  })
  // REST services with the same signing name, such as both generations of API Gateway, differ only in their paths.
  const fitting = found.find(({ operation }) => !('unknown' in operation)) ?? found[0]
  if (fitting !== undefined) return fitting
  throw new ProviderError('SimulatedCloud.UnknownService', `The simulated cloud has no matching service ${signingName}`)
}

async function authenticate(
  state: CloudState,
  request: ReceivedRequest,
  claim: SignatureClaim,
  dialect: Dialect,
): Promise<Caller> {
  const found = state.credentials.lookUp(claim.accessKeyId, claim.sessionToken)
  if (found === null) throw providerError(dialect, 'unknown access key')
  if (!(await isSignatureValid(request, claim, found.secretAccessKey))) {
    throw providerError(dialect, 'signature mismatch')
  }
  const { caller, session } = found
  if (session !== null && session.expiration.getTime() <= state.now()) throw providerError(dialect, 'expired session')
  if (Math.abs(state.now() - claim.signedAt.getTime()) > maximumClockSkewMs) throw providerError(dialect, 'clock skew')
  return caller
}

const dialects: Readonly<Record<ProtocolName, Dialect>> = {
  ec2Query: 'ec2',
  awsQuery: 'query',
  restXml: 'rest xml',
  restJson1: 'rest json',
  awsJson1_0: 'json',
  awsJson1_1: 'json',
}

function dialectOf(service: LoadedService): Dialect {
  return service.signingName === 's3' ? 's3' : dialects[service.wire.protocol]
}

/** For requests that are rejected before their service is known. */
function guessDialect(request: ReceivedRequest): Dialect {
  if (request.headers['x-amz-target'] !== undefined) return 'json'
  return request.body.includes('Action=') ? 'query' : 's3'
}

/** A failing handler is a bug of the simulation. It is reported as such, unlike AWS's own errors. */
function defect(error: unknown): ProviderError {
  const reason = error instanceof Error ? `${error.message}\n${error.stack}` : String(error)
  return new ProviderError('SimulatedCloud.Defect', `The simulated cloud failed: ${reason}`, 501)
}
