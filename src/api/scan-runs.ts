/** Creates and shows scan runs, for the API and the dashboard API. */
import { allRegions, type ScanRun } from '../../contract/scan-run.ts'
import { withoutExternalId } from '../accounts/external-id.ts'
import { ApiError, notFound, validationError } from '../http/api-error.ts'
import { createRun, type CreateRunOutcome } from '../scan/schedule/create-run.ts'
import type { RunRegionRecord, ScanRunRecord } from '../store/scan-runs.ts'
import type { Tenant } from '../store/store.ts'
import type { Caller } from './route.ts'

const retryAfterSeconds = 10

/** Throws `NOT_FOUND`, `VALIDATION_ERROR`, or `CONFLICT`. */
export async function createRunOf(
  tenant: Tenant,
  { actor, address }: Caller,
  request: {
    readonly connectionId: string
    readonly regions: readonly string[]
    readonly idempotencyKey: string | null
    readonly schedule?: { readonly id: string }
  },
): Promise<ScanRun> {
  checkChoice(request.regions)
  const { connectionId, idempotencyKey, schedule } = request
  const regions = [...request.regions].toSorted()
  const outcome = await createRun(tenant, {
    connectionId,
    regions,
    idempotencyKey,
    actor,
    address,
    scheduleId: schedule?.id ?? null,
  })
  return runObject(tenant, createdRun(outcome))
}

/** Throws `VALIDATION_ERROR` for `all` beside other regions. */
export function checkChoice(regions: readonly string[]): void {
  if (regions.length > 1 && regions.includes(allRegions)) {
    throw validationError([{ path: ['regions'], message: 'must have no other region beside "all"' }])
  }
}

export function ofAnotherPartition(regions: readonly string[], partition: string): ApiError {
  return validationError([
    {
      path: ['regions'],
      message: `${regions.join(', ')}: of another partition than the account, which is of "${partition}"`,
    },
  ])
}

function createdRun(outcome: CreateRunOutcome): ScanRunRecord {
  switch (outcome.kind) {
    case 'created':
    case 'replayed':
      return outcome.run
    case 'account not found':
      throw notFound('The connected account')
    case 'account not connected': {
      const message = `The account connection has the status "${outcome.status}".`
      if (outcome.status !== 'failed' || outcome.reason === null) throw new ApiError('CONFLICT', message)
      const reason = withoutExternalId(outcome.reason, outcome.externalId)
      throw new ApiError('CONFLICT', `${message} ${reason}`, { retryAfterSeconds })
    }
    case 'regions of another partition':
      throw ofAnotherPartition(outcome.regions, outcome.partition)
    case 'idempotency key reused':
      throw new ApiError('CONFLICT', 'This Idempotency-Key was already used with another body.')
    case 'schedule runs':
      throw new ApiError('CONFLICT', `The schedule's run ${outcome.run.id} has not ended.`, { retryAfterSeconds })
    case 'too many runs':
      throw new ApiError(
        'CONFLICT',
        `This account already has ${outcome.most} scan runs that have not ended. Retry when one of them has.`,
        { retryAfterSeconds },
      )
    default:
      throw new Error(outcome satisfies never)
  }
}

export async function runObject(tenant: Tenant, run: ScanRunRecord): Promise<ScanRun> {
  const [object] = await runObjects(tenant, [run])
  if (object === undefined) throw new Error('One run makes one object')
  return object
}

export async function runObjects({ scanRuns }: Tenant, runs: readonly ScanRunRecord[]): Promise<readonly ScanRun[]> {
  const rows = Map.groupBy(await scanRuns.regions(runs.map(({ id }) => id)), ({ runId }) => runId)
  return runs.map((run) => ({
    id: run.id,
    cloudAccountId: run.connectionId,
    customerCloudAccountId: run.accountNumber,
    scheduleId: run.scheduleId,
    scheduledFor: run.dueAt?.toISOString() ?? null,
    requestedRegions: [...run.regions],
    status: run.status,
    errorMessage: run.errorMessage,
    regions: (rows.get(run.id) ?? []).map(regionObject),
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
  }))
}

function regionObject({ region, status, scanId, joined, note }: RunRegionRecord): ScanRun['regions'][number] {
  return { region, status, scanId, joined, note }
}
