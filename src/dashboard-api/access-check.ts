/** Builds the checklist of a connection with real AWS calls: IAM role, external ID, and read access per service. */
import type { Checklist } from '../../contract/session/accounts.ts'
import { verifyConnection, type Verification } from '../accounts/verify-connection.ts'
import { type AccountSession, openAccountSession } from '../cloud/account-session.ts'
import type { RoleAssumer } from '../cloud/assume-role.ts'
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import type { RateBudget } from '../cloud/rate-budget.ts'
import type { Collector } from '../collect/collector.ts'
import { probeTypes } from '../collect/run/probe.ts'
import type { CoverageStatus, TypeCoverage } from '../graph/resource-graph.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'

type ServiceCheck = Checklist['services'][number]

const timeoutMs = 25_000

export function accessCheck(dependencies: {
  readonly settings: CloudSettings
  readonly rateBudget: RateBudget
  readonly roles: Pick<RoleAssumer, 'assume'>
  readonly collectors: readonly Collector[]
}): (connection: ConnectionRecord, region: string, signal: AbortSignal) => Promise<Checklist> {
  const { settings, rateBudget, roles, collectors } = dependencies

  return async (connection, region, signal) => {
    const { id, organizationId, roleArn, externalId, openRoleAllowed, accountNumber, partition } = connection
    const verification = await verifyConnection(
      { connectionId: id, organizationId, roleArn, externalId, allowOpenRole: openRoleAllowed, waitSeconds: 0, signal },
      roles,
    )
    const trust = trustOf(verification, openRoleAllowed)
    if (trust.role.status !== 'passed') return { region, ...trust, services: unchecked(collectors), statement: null }

    const assume = async () => {
      const sessionName = `surveyor-check-${id}`
      const outcome = await roles.assume({ roleArn, externalId, sessionName, sourceIdentity: organizationId, signal })
      if (outcome.kind === 'assumed') return outcome.credentials
      throw new Error(outcome.message)
    }
    const session: AccountSession = openAccountSession({
      settings,
      rateBudget,
      accountNumber,
      partition,
      region,
      credentials: await assume(),
      renew: assume,
    })
    const timeout = AbortSignal.timeout(timeoutMs)
    const coverage = await probeTypes({
      collectors,
      session,
      signal: AbortSignal.any([signal, timeout]),
      reasonOfAbort: () => `The check timed out after ${timeoutMs / 1000} s.`,
    })
    signal.throwIfAborted()
    const services = byService(collectors, coverage)
    const missing = services.flatMap(({ missingActions }) => missingActions)
    return {
      region,
      ...trust,
      services,
      statement: missing.length === 0 ? null : { Effect: 'Allow', Action: missing, Resource: '*' },
    }
  }
}

function trustOf(verification: Verification, openRoleAllowed: boolean): Pick<Checklist, 'role' | 'externalId'> {
  const passed = { status: 'passed', message: null } as const
  const { event } = verification
  if (event === 'verified') {
    return {
      role: passed,
      externalId: openRoleAllowed
        ? { status: 'unknown', message: 'The operator exempted this connection from the check.' }
        : passed,
    }
  }
  const { reason, message } = verification
  if (event === 'undecided') return { role: { status: 'unknown', message }, externalId: notYet }
  return reason === 'role open'
    ? { role: passed, externalId: { status: 'failed', message } }
    : { role: { status: 'failed', message }, externalId: notYet }
}

const notYet = { status: 'unknown', message: 'Checked after the IAM role.' } as const

function unchecked(collectors: readonly Collector[]): ServiceCheck[] {
  return [...grouped(collectors)].map(([service, group]) => ({
    service,
    status: 'unknown',
    missingActions: [],
    types: group.map(({ type }) => type),
    message: null,
  }))
}

const prefixOf = ({ permissions: [action] }: Collector) => action.split(':', 1)[0] ?? action

/** Groups collectors by the prefix of their IAM actions, sorted. */
function grouped(collectors: readonly Collector[]): ReadonlyMap<string, readonly Collector[]> {
  return new Map([...Map.groupBy(collectors, prefixOf)].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The status of a service with several types: the first of these that any type has. */
const worstFirst: readonly CoverageStatus[] = ['denied', 'failed', 'unavailable', 'collected']

function byService(collectors: readonly Collector[], coverage: readonly TypeCoverage[]): ServiceCheck[] {
  const outcomes = new Map(coverage.map((outcome) => [outcome.type, outcome]))
  return [...grouped(collectors)].map(([service, group]) => {
    const found = group.flatMap(({ type }) => outcomes.get(type) ?? [])
    const worst = found.toSorted((a, b) => worstFirst.indexOf(a.status) - worstFirst.indexOf(b.status))[0]
    const status = worst?.status ?? 'failed'
    return {
      service,
      status: status === 'collected' ? 'readable' : status,
      missingActions: [...new Set(found.flatMap(({ action }) => action ?? []))].sort(),
      types: group.map(({ type }) => type),
      message: status === 'collected' ? null : (worst?.reason ?? null),
    }
  })
}
