/** Creates and accepts invitations. The link of an invitation works once. */
import { createHash, randomBytes } from 'node:crypto'
import { setupPage } from '../../contract/session/links.ts'
import { addressKey } from '../store/address-key.ts'
import type { InvitationRecord, NewPerson } from '../store/invitations.ts'
import type { MemberRole } from '../store/member-role.ts'
import type { OpenInvitation } from '../store/people.ts'
import type { Store, Tenant } from '../store/store.ts'

const invitationDays = 7

export type NewInvitation = {
  /** `null` if anyone with the link can accept. */
  readonly email: string | null
  readonly role: MemberRole
  /** The ID of the inviting member; `null` for an operator. */
  readonly invitedBy: string | null
  readonly address: string | null
  /** The validity in days. Default: 7. */
  readonly days?: number
}

export type MadeInvitation = { readonly invitation: InvitationRecord; /** Shown once. */ readonly path: string }

/** Like `inviteWithin`, in its own transaction. */
export function invite(store: Store, organizationId: string, invitation: NewInvitation): Promise<MadeInvitation> {
  return store.tenant(organizationId, (tenant) => inviteWithin(tenant, invitation))
}

/** Replaces a pending invitation of the same address. */
export async function inviteWithin(
  { invitations, auditEvents }: Tenant,
  { email, role, invitedBy, address, days = invitationDays }: NewInvitation,
): Promise<MadeInvitation> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + days * 86_400_000)
  const invitation = await invitations.insert({ email, role, tokenHash: hashOf(token), invitedBy, expiresAt })
  await auditEvents.append({
    actor: invitedBy === null ? 'operator' : `user:${invitedBy}`,
    action: 'invitation.create',
    subject: invitation.id,
    details: { email, role },
    address,
  })
  return { invitation, path: `${setupPage}#${token}` }
}

/** Returns `null` if the link is unknown, used, revoked, or expired. */
export function findInvitation(store: Store, token: string): Promise<OpenInvitation | null> {
  return store.people.findInvitation(hashOf(token))
}

export type Joining = { readonly kind: 'joined' } | { readonly kind: 'not open' } | { readonly kind: 'has an account' }

/** Accepts an invitation for an existing or a new user. */
export async function join(
  store: Store,
  { organizationId, id: invitationId, role }: Pick<OpenInvitation, 'organizationId' | 'id' | 'role'>,
  person: { readonly id: string; readonly email: string } | NewPerson,
  address: string | null,
): Promise<Joining> {
  const outcome = { kind: 'joined' } as const
  return store
    .tenant(organizationId, async ({ invitations, memberships, auditEvents }): Promise<Joining> => {
      if (!(await invitations.accept(invitationId))) return { kind: 'not open' }
      const userId = 'id' in person ? person.id : await invitations.insertPerson(person)
      // Thrown, so that the invitation stays open.
      if (userId === null) throw new HasAccountError()
      await memberships.add(userId, role)
      await auditEvents.append({
        actor: `user:${userId}`,
        action: 'member.join',
        subject: userId,
        details: { email: addressKey(person.email), role, invitationId },
        address,
      })
      return outcome
    })
    .catch((error: unknown) => {
      if (error instanceof HasAccountError) return { kind: 'has an account' } as const
      throw error
    })
}

class HasAccountError extends Error {
  override readonly name = 'HasAccountError'
}

export async function isInvited(store: Store, email: string): Promise<boolean> {
  return (await store.people.invitationsOf(email)).length > 0
}

/** Accepts all invitations of the user's verified address. */
export async function acceptInvitationsOf(
  store: Store,
  person: { readonly id: string; readonly email: string },
): Promise<void> {
  for (const invitation of await store.people.invitationsOf(person.email)) await join(store, invitation, person, null)
}

function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
