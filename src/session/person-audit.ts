/** What a person does with their own account goes into the audit log of every organization that they are a member of. */
import type { Store } from '../store/store.ts'

export async function auditForPerson(
  store: Store,
  userId: string,
  action: 'user.sign-in' | 'user.password-reset' | 'user.password-change',
  address: string | null,
): Promise<void> {
  for (const { id } of await store.people.organizationsOf(userId)) {
    await store.tenant(id, ({ auditEvents }) =>
      auditEvents.append({ actor: `user:${userId}`, action, subject: userId, details: {}, address }),
    )
  }
}
