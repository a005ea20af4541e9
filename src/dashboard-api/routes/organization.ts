/** Returns and changes the settings of the organization, and lists its audit log. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { pageQuery } from '../../../contract/list-query.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { type AuditEvent, auditEvent } from '../../../contract/session/audit.ts'
import {
  changeOrganizationRequest,
  deletedOrganization,
  deleteOrganizationRequest,
  organizationSettings,
} from '../../../contract/session/organization.ts'
import type { Role } from '../../../contract/session/roles.ts'
import { ApiError, notFound, validationError } from '../../http/api-error.ts'
import { decodeCursor, encodeCursor } from '../../http/cursor.ts'
import type { AuditRecord } from '../../store/audit-events.ts'
import type { SettingsRecord } from '../../store/organization-settings.ts'
import type { Tenant } from '../../store/store.ts'
import { isUuid } from '../../store/uuid.ts'
import { memberTransaction } from '../member-transaction.ts'
import { removeOrganization } from '../../identity/remove-organization.ts'
import type { SessionDependencies } from '../dashboard-dependencies.ts'
import { type SessionRoute, sessionRoute } from '../route.ts'

const get = sessionRoute({
  method: 'GET',
  path: '/session/organization',
  access: 'viewer',
  pathParameters: noParameters,
  query: noParameters,
  body: null,
  data: organizationSettings,

  async handle({ caller, dependencies }) {
    const record = await dependencies.store.tenant(caller.organizationId, ({ settings }) => settings.read())
    return { data: settingsObject(record, dependencies) }
  },
})

const change = sessionRoute({
  method: 'PATCH',
  path: '/session/organization',
  access: 'admin',
  pathParameters: noParameters,
  query: noParameters,
  body: changeOrganizationRequest,
  data: organizationSettings,

  async handle({ body, caller, dependencies }) {
    const { retentionDays, signOnRequired } = body
    const name = body.name?.trim()
    if (name !== undefined && isUuid(name)) {
      throw validationError([{ path: ['name'], message: 'must not have the format of an ID' }])
    }
    const change = {
      ...(name !== undefined && { name }),
      ...(retentionDays !== undefined && { retentionDays }),
      ...(signOnRequired !== undefined && { signOnRequired }),
    }
    const work = async ({ settings, auditEvents }: Tenant, role: Role) => {
      if (signOnRequired !== undefined) checkSsoEnforcement(signOnRequired, role, dependencies)
      if (!(await settings.change(change)))
        throw new ApiError(
          'CONFLICT',
          `Another organization has the name "${name ?? ''}" or one that looks the same. Choose another name.`,
        )
      await auditEvents.append({
        actor: caller.actor,
        action: 'organization.change',
        subject: caller.organizationId,
        details: change,
        address: caller.address,
      })
      return settings.read()
    }
    const record = await memberTransaction(dependencies.store, caller, 'admin', work, 'change')
    return { data: settingsObject(record, dependencies) }
  },
})

/** Throws `FORBIDDEN`, or `CONFLICT` if SSO is not configured. */
function checkSsoEnforcement(isRequired: boolean, role: Role, { oidc }: Pick<SessionDependencies, 'oidc'>): void {
  if (role !== 'owner') throw new ApiError('FORBIDDEN', 'Only owners can change SSO enforcement.')
  if (isRequired && oidc === null) throw new ApiError('CONFLICT', 'SSO is not configured. Ask the operator.')
}

const remove = sessionRoute({
  method: 'DELETE',
  path: '/session/organization',
  access: 'owner',
  pathParameters: noParameters,
  query: noParameters,
  body: deleteOrganizationRequest,
  data: deletedOrganization,

  async handle({ body, caller, dependencies: { store, logger } }) {
    const { organizationId, actor, address } = caller
    const work = async (tenant: Tenant) => {
      if (body.name.trim() !== (await tenant.settings.read()).name) {
        throw validationError([{ path: ['name'], message: 'is not the name of the organization' }])
      }
      return removeOrganization(tenant, { actor, address })
    }
    const removed = await memberTransaction(store, caller, 'owner', work, 'change')
    if (removed === null) throw notFound('The organization')
    logger.info({ organizationId, actor, address, ...removed }, 'an organization was deleted')
    const { accounts, scans, keys, members } = removed
    return { data: { accounts, scans, keys, members } }
  },
})

function settingsObject(
  { id, name, createdAt, retentionDays, signOnRequired }: SettingsRecord,
  { oidc, mailer }: Pick<SessionDependencies, 'oidc' | 'mailer'>,
) {
  const signOn = { oidcIssuer: oidc?.issuer ?? null, mail: mailer !== null }
  return { id, name, createdAt: createdAt.toISOString(), retentionDays, signOnRequired, signOn }
}

const audit = sessionRoute({
  method: 'GET',
  path: '/session/audit',
  access: 'admin',
  pathParameters: noParameters,
  query: Type.Object(pageQuery, { additionalProperties: false }),
  body: null,
  data: Type.Object({ events: Type.Array(auditEvent), meta: pageMeta }, { additionalProperties: false }),

  async handle({ query, caller, dependencies }) {
    const { limit, cursor } = query
    const before = cursor === undefined ? undefined : positionOf(cursor)
    const found = await dependencies.store.tenant(caller.organizationId, ({ auditEvents }) =>
      auditEvents.list(limit + 1, before),
    )
    const events = found.slice(0, limit)
    const last = events.at(-1)
    const meta =
      found.length > limit && last !== undefined
        ? { hasMore: true, cursor: encodeCursor('audit', [last.at.toISOString(), last.id]) }
        : { hasMore: false }
    return { data: { events: events.map(eventObject), meta } }
  },
})

/** Throws `VALIDATION_ERROR`. */
function positionOf(cursor: string): string {
  const [, id] = decodeCursor('audit', cursor)
  if (!/^\d{1,18}$/.test(id)) throw validationError([{ path: ['cursor'], message: 'is not a cursor of this list' }])
  return id
}

const actorKinds = ['user', 'key', 'anonymous'] as const

function eventObject({ id, at, actor, actorName, action, subject, address, details }: AuditRecord): AuditEvent {
  const [, kind, actorId] = /^(user|key|anonymous)(?::(.*))?$/.exec(actor) ?? []
  return {
    id,
    at: at.toISOString(),
    actor: {
      kind: actorKinds.find((known) => known === kind) ?? 'operator',
      id: actorId ?? null,
      name: actorName,
    },
    action,
    subject,
    address,
    details,
  }
}

export const organizationRoutes: readonly SessionRoute[] = [get, change, remove, audit]
