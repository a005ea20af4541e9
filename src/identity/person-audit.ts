/** Records a user's actions on their own user account in the audit log of each of their organizations. */
import type { Json } from '../graph/resource-graph.ts'
import type { Store } from '../store/store.ts'

export type PersonAction =
  | 'user.sign-in'
  | 'user.sign-out'
  | 'user.session-end'
  | 'user.sign-on-link'
  | 'user.password-reset'
  | 'user.password-change'
  | 'user.rename'

export async function auditForPerson(
  store: Store,
  userId: string,
  action: PersonAction,
  address: string | null,
  details: Json = {},
): Promise<void> {
  for (const { id } of await store.people.organizationsOf(userId)) {
    await store.tenant(id, ({ auditEvents }) =>
      auditEvents.append({ actor: `user:${userId}`, action, subject: userId, details, address }),
    )
  }
}
