/** POST /api/scans: creates a scan and responds when it has ended. */
import { Type } from 'typebox'
import { noParameters } from '../../../contract/path-parameters.ts'
import { createScanRequest, scan } from '../../../contract/scan.ts'
import { withoutExternalId } from '../../accounts/external-id.ts'
import type { CreateScanOutcome } from '../../scan/scan-service.ts'
import type { ScanRecord } from '../../store/scans.ts'
import { ApiError, notFound, validationError } from '../../http/api-error.ts'
import { idempotencyKey, idempotencyKeyHeader } from '../idempotency-key.ts'
import { longestWaitSeconds, preferenceApplied, readPreferences } from '../prefer-header.ts'
import { dataRoute } from '../route.ts'
import { scanObject } from '../scan-object.ts'

export const createScan = dataRoute({
  operationId: 'createScan',
  summary: 'Create a scan',
  description:
    "Scans one region of a connected account and returns when the scan has ended. After 10 seconds the headers are sent, then a space every 10 seconds, so that proxies don't close the connection. Leading white space is valid JSON. If the response can't be finished, the connection is closed: get the scan at its `Location`, or repeat the request with the same `Idempotency-Key`. If the organization has too many queued scans, the response is `CONFLICT` with `Retry-After`.",
  tag: 'Scans',
  method: 'POST',
  path: '/api/scans',
  scope: 'write',
  pathParameters: noParameters,
  query: noParameters,
  body: createScanRequest,
  requestHeaders: {
    'Idempotency-Key': idempotencyKeyHeader('scan'),
    Prefer: Type.String({
      description: `As in RFC 7240. \`respond-async\`: return immediately with the queued scan. \`wait=N\`: return after N seconds (${longestWaitSeconds} at most) with the scan as it is, or earlier if it has ended. Both: the same as \`wait=N\`.`,
    }),
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: {
    status: 201,
    description: 'The scan. It has ended, unless `Prefer` was sent or the service stopped first.',
    headers: {
      Location: 'The address of the scan.',
      'Preference-Applied': 'The applied part of `Prefer`: `respond-async`, `wait=N`, or both.',
    },
    data: scan,
  },

  async handle({ body, headers, caller, dependencies, signal, waitingOver }) {
    const outcome = await dependencies.scans.create(caller.organizationId, {
      connectionId: body.cloudAccountId,
      region: body.region,
      idempotencyKey: idempotencyKey(headers),
      actor: caller.actor,
      address: caller.address,
    })
    const created = createdScan(outcome)
    const preferences = readPreferences(headers)
    const applied = preferenceApplied(preferences)
    const answerHeaders = {
      location: `${dependencies.publicUrl ?? ''}/api/scans/${created.id}`,
      ...(applied !== null && { 'preference-applied': applied }),
    }
    const waitSeconds = preferences.waitSeconds ?? (preferences.respondAsync ? 0 : null)
    const hasEnded = created.status === 'completed' || created.status === 'failed'
    if (hasEnded || waitSeconds === 0) return { data: scanObject(created), headers: answerHeaders }
    const enough =
      waitSeconds === null ? waitingOver : AbortSignal.any([waitingOver, AbortSignal.timeout(waitSeconds * 1000)])
    const awaited = dependencies.scans.waitUntilFinished(caller.organizationId, created.id, { signal, enough })
    return { data: awaited.then(scanObject), headers: answerHeaders }
  },
})

/** Scans take seconds to minutes. */
const retryAfterSeconds = 10

/** How soon a pipeline may retry. Each request rechecks the role of a failed connection. */
const retryFailedSeconds = 10

/** Members and API keys with the write scope can start scans, but must not see external IDs. */
function notConnected({
  status,
  reason,
  externalId,
  isImported,
}: Extract<CreateScanOutcome, { kind: 'account not connected' }>): ApiError {
  const message = `The account connection has the status "${status}".`
  if (isImported) {
    return new ApiError(
      'CONFLICT',
      "The scans of this account connection were imported from snapshots. It can't be scanned.",
    )
  }
  if (status !== 'failed') return new ApiError('CONFLICT', message)
  const told = reason === null ? message : `${message} ${withoutExternalId(reason, externalId)}`
  return new ApiError('CONFLICT', told, { retryAfterSeconds: retryFailedSeconds })
}

/** Throws the error that prevents the scan. */
export function createdScan(outcome: CreateScanOutcome): ScanRecord {
  switch (outcome.kind) {
    case 'created':
    case 'replayed':
      return outcome.scan
    case 'account not found':
      throw notFound('The connected account')
    case 'account not connected':
      throw notConnected(outcome)
    case 'region of another partition':
      throw validationError([
        {
          path: ['region'],
          message: `belongs to another partition than the account, which is of "${outcome.partition}"`,
        },
      ])
    case 'idempotency key reused':
      throw new ApiError('CONFLICT', 'This Idempotency-Key was already used with another body.')
    case 'too many queued':
      throw new ApiError(
        'CONFLICT',
        `This organization already has ${outcome.most} queued scans. Retry when some of them have started.`,
        { retryAfterSeconds },
      )
    default:
      throw new Error(outcome satisfies never)
  }
}
