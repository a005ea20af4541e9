/** Deletes an organization, and records this in its audit log, which the operator keeps. */
import type { RemovedOrganization } from '../store/organization-removal.ts'
import type { Tenant } from '../store/store.ts'

/** `null` if a concurrent request deleted it. */
export async function removeOrganization(
  { organizationId, removal, auditEvents }: Tenant,
  { actor, address }: { readonly actor: string; readonly address: string | null },
): Promise<RemovedOrganization | null> {
  const removed = await removal.remove()
  if (removed === null) return null
  await auditEvents.append({ actor, action: 'organization.delete', subject: organizationId, details: removed, address })
  return removed
}
