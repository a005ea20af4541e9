/** Finding organizations as operators name them, and which of them owns an id. */
import type { OrganizationRecord } from '../store/organizations.ts'
import type { Store, Tenant } from '../store/store.ts'
import { OperatorError } from './operator-error.ts'

export async function findOrganization(store: Store, idOrName: string): Promise<OrganizationRecord> {
  const organization = await store.organizations.find(idOrName)
  if (organization === null) {
    throw new OperatorError('NOT_FOUND', `Organization "${idOrName}" not found. "surveyor org list" lists them.`)
  }
  return organization
}

/** The organization that was named, or all of them. */
export async function selectOrganizations(
  store: Store,
  idOrName: string | undefined,
): Promise<readonly OrganizationRecord[]> {
  return idOrName === undefined ? store.organizations.list() : [await findOrganization(store, idOrName)]
}

/** The first organization in which `find` finds something; `null` when none does. */
export async function findOwner<Found>(
  store: Store,
  idOrName: string | undefined,
  find: (tenant: Tenant) => Promise<Found | null | undefined>,
): Promise<{ readonly organization: OrganizationRecord; readonly found: Found } | null> {
  for (const organization of await selectOrganizations(store, idOrName)) {
    const found = await store.tenant(organization.id, find)
    if (found !== null && found !== undefined) return { organization, found }
  }
  return null
}
