/** Deletes an organization, and says so in its audit log, which stays with the operator. */
import type { RemovedOrganization } from '../store/organization-removal.ts'
import type { Tenant } from '../store/store.ts'

/** `null` when somebody else deleted it at the same moment. */
export async function removeOrganization(
  { organizationId, removal, auditEvents }: Tenant,
  { actor, address }: { readonly actor: string; readonly address: string | null },
): Promise<RemovedOrganization | null> {
  const removed = await removal.remove()
  if (removed === null) return null
  await auditEvents.append({ actor, action: 'organization.delete', subject: organizationId, details: removed, address })
  return removed
}
