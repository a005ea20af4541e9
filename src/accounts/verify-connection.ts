/** Verifies that a role can be assumed with its external ID, and can't be assumed without it. */
import { setTimeout as wait } from 'node:timers/promises'
import type { AssumeRoleOutcome, RoleAssumer } from '../cloud/assume-role.ts'
import { generateExternalId } from './external-id.ts'
import { externalIdCondition } from './role-template.ts'

export type VerificationRequest = {
  readonly connectionId: string
  readonly organizationId: string
  readonly roleArn: string
  readonly externalId: string
  /** For endpoints that enforce no trust policies: skips the check whether the role is open. */
  readonly allowOpenRole: boolean
  /** How long an undecided result is retried. A new role or policy in IAM takes effect after some seconds. */
  readonly waitSeconds: number
  readonly signal: AbortSignal
}

export type Verification =
  | { readonly event: 'verified' }
  | { readonly event: 'refused'; readonly reason: 'role not assumable' | 'role open'; readonly message: string }
  | { readonly event: 'undecided'; readonly reason: string; readonly message: string }

type Probe = { readonly externalId: string | null; readonly sourceIdentity: string | null }

const firstWaitMs = 500
const longestWaitMs = 5_000
/** The minimum time for one round of probes, even if `waitSeconds` is shorter. */
const minRoundMs = 10_000

/** Rejects only when `signal` aborts. */
export async function verifyConnection(
  request: VerificationRequest,
  roles: Pick<RoleAssumer, 'assume'>,
): Promise<Verification> {
  const deadline = performance.now() + request.waitSeconds * 1000
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    const { verification, final } = await oneRound(request, roles, deadline)
    const remainingMs = deadline - performance.now()
    if (final || remainingMs <= 0) return verification
    await wait(Math.min(waitMs, remainingMs), undefined, { signal: request.signal })
  }
}

type Round = {
  readonly verification: Verification
  /** Set if a retry wouldn't change the result. */
  readonly final: boolean
}

async function oneRound(
  request: VerificationRequest,
  roles: Pick<RoleAssumer, 'assume'>,
  deadline: number,
): Promise<Round> {
  const roundMs = Math.max(minRoundMs, deadline - performance.now())
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(Math.ceil(roundMs))])

  async function ask(probe: Probe): Promise<AssumeRoleOutcome> {
    try {
      const sessionName = `surveyor-verify-${request.connectionId}`
      return await roles.assume({ ...probe, roleArn: request.roleArn, sessionName, signal })
    } catch (error) {
      request.signal.throwIfAborted()
      if (!signal.aborted) throw error
      return { kind: 'unreachable', message: `AssumeRole timed out after ${Math.round(roundMs / 1000)} s.` }
    }
  }

  const sourceIdentity = request.organizationId
  const first = await ask({ externalId: request.externalId, sourceIdentity })
  if (first.kind === 'denied') return { verification: notAssumable(request, first.message), final: false }
  if (first.kind !== 'assumed') return undecided(first.kind, first.message)
  if (request.allowOpenRole) return { verification: { event: 'verified' }, final: true }

  // Requests of another customer would have that organization's source identity and another external ID of the same
  // format. Requests of an unrelated caller would have neither.
  const negatives: readonly (Probe & { readonly how: string })[] = [
    { externalId: null, sourceIdentity, how: 'without an external ID' },
    { externalId: null, sourceIdentity: null, how: 'without an external ID' },
    { externalId: generateExternalId(), sourceIdentity, how: 'with a wrong external ID' },
    { externalId: generateExternalId(), sourceIdentity: null, how: 'with a wrong external ID' },
  ]
  for (const { how, ...probe } of negatives) {
    const answer = await ask(probe)
    // An older policy may still be in effect. A later round may find the role closed.
    if (answer.kind === 'assumed') return { verification: open(request, how), final: false }
    if (answer.kind !== 'denied') return undecided(answer.kind, answer.message)
  }
  return { verification: { event: 'verified' }, final: true }
}

function undecided(kind: Exclude<AssumeRoleOutcome['kind'], 'assumed' | 'denied'>, message: string): Round {
  return {
    verification: { event: 'undecided', reason: kind, message },
    final: kind !== 'throttled' && kind !== 'unreachable',
  }
}

function notAssumable({ roleArn, externalId }: VerificationRequest, answer: string): Verification {
  return {
    event: 'refused',
    reason: 'role not assumable',
    message: `The IAM role ${roleArn} cannot be assumed: ${answer} The external ID is ${externalId}. Fix the role, then verify again.`,
  }
}

function open({ roleArn, externalId }: VerificationRequest, how: string): Verification {
  return {
    event: 'refused',
    reason: 'role open',
    message:
      `The IAM role ${roleArn} can be assumed ${how}. Another customer could use it to scan this account (confused deputy). ` +
      `Add ${externalIdCondition(externalId)} to each statement of its trust policy that allows sts:AssumeRole, then verify again.`,
  }
}
