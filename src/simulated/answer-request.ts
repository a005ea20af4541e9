/** Handles one request as AWS does: signature, region, permission, parameters, response. */
import { randomUUID } from 'node:crypto'
import { explainDenial } from './authorization.ts'
import { changedOutput } from './changed-output.ts'
import type { ChangingData } from './changing-data.ts'
import type { Caller } from './credentials.ts'
import type { FaultedCall, FaultVerdict } from './faults.ts'
import { writeError } from './protocols/error-body.ts'
import type { WireOperation, WireService } from './protocols/operation.ts'
import type { WireResponse } from './protocols/wire-protocol.ts'
import { wireProtocols } from './protocols/wire-protocols.ts'
import { type Dialect, ProviderError, providerError } from './provider-error.ts'
import { isRegionEnabled } from './regions.ts'
import type { OperationState } from './service.ts'
import { type LoadedService, loadServices } from './service-catalogue.ts'
import { isSignatureValid, readSignatureClaim, type ReceivedRequest, type SignatureClaim } from './signature.ts'
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

export type CloudState = OperationState & {
  readonly accounts: ReadonlyMap<string, WorldAccount>
  readonly changingData: ChangingData
  /** Waits while a rule holds the call. */
  readonly judge: (call: FaultedCall) => Promise<FaultVerdict>
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
  readonly call: { -readonly [Name in keyof SimulatedCall]: SimulatedCall[Name] }
}

const maximumClockSkewMs = 15 * 60 * 1000

export async function answerRequest(state: CloudState, request: ReceivedRequest): Promise<Answer> {
  const requestId = randomUUID()
  const startedAt = performance.now()
  const progress: Progress = {
    dialect: guessDialect(request),
    wire: null,
    verdict: { delayMs: 0, error: null, rule: null },
    call: {
      service: null,
      operation: null,
      region: null,
      accountId: null,
      iamAction: null,
      furtherActions: [],
      askedForLess: false,
      parameters: null,
      status: null,
      errorCode: null,
      servedMs: 0,
    },
  }
  const { call } = progress
  const response = await answer(state, request, progress, requestId).catch((error: unknown) => {
    const refusal = error instanceof ProviderError ? error : defect(error)
    call.errorCode = refusal.code
    return writeError(progress.dialect, refusal, requestId, progress.wire)
  })
  call.status = response.status
  call.servedMs = performance.now() - startedAt
  return { response, call, verdict: progress.verdict }
}

/** Fills `progress` step by step. Throws a `ProviderError` to reject the request. */
async function answer(
  state: CloudState,
  request: ReceivedRequest,
  progress: Progress,
  requestId: string,
): Promise<WireResponse> {
  const { call } = progress
  const claim = readSignatureClaim(request)
  if (claim === null) throw providerError(progress.dialect, 'unsigned')
  const { region } = claim
  call.service = claim.service
  call.region = region

  const { service, operation } = await findOperation(claim.service, request)
  const name = 'unknown' in operation ? operation.unknown : operation.name
  progress.wire = service.wire
  progress.dialect = service.signingName === 's3' ? 's3' : wireProtocols[service.wire.protocol].dialect
  call.service = service.name
  call.operation = name

  const caller = await authenticate(state, request, claim, progress.dialect)
  const { accountId } = caller
  call.accountId = accountId
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
  call.iamAction = iamAction
  const verdict = await state.judge({ service: service.name, operation: name, region, accountId })
  progress.verdict = verdict
  if (verdict.error !== null) {
    const denial = `User: ${caller.arn} is not authorized to perform: ${iamAction ?? name} with an explicit deny in an identity-based policy`
    throw providerError(progress.dialect, verdict.error, verdict.error === 'denied' ? denial : '')
  }

  const protocol = wireProtocols[service.wire.protocol]
  const input = await protocol.readInput(service.wire, operation, request)
  if (iamAction !== null) {
    const role = caller.roleArn === null ? undefined : state.roles.find(caller.roleArn)
    const resource = simulated.deniedResource?.replace('{region}', region).replace('{account}', accountId) ?? null
    call.furtherActions = simulated.furtherActions(input)
    for (const action of [iamAction, ...call.furtherActions]) {
      const denial = explainDenial({
        caller,
        role,
        account,
        region,
        action,
        operation: name,
        resource,
        parameters: input,
      })
      if (denial !== null) throw providerError(progress.dialect, 'denied', denial)
    }
  }

  call.parameters = input
  const unknown = Object.keys(input).find((name) => input[name] !== undefined && !simulated.parameters.includes(name))
  if (unknown !== undefined) {
    throw new ProviderError(
      'SimulatedCloud.UnknownParameter',
      `The simulated cloud does not support the parameter ${unknown} of ${service.name} ${name}`,
    )
  }
  const data = state.changingData.read(account, region)
  const effect = verdict.rule?.effect
  const output = simulated.answer(input, { ...state, ...data, operation: name, caller, account, region, effect })
  call.askedForLess = simulated.asksForLess(input)
  state.changingData.answered(account, service.name, name)
  return protocol.writeOutput(service.wire, operation, changedOutput(output, verdict), requestId)
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
