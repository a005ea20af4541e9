/** Finds organizations by operators' arguments, and the organization of an ID. */
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

/** Returns the named organization, or all of them. */
export async function selectOrganizations(
  store: Store,
  idOrName: string | undefined,
): Promise<readonly OrganizationRecord[]> {
  return idOrName === undefined ? store.organizations.list() : [await findOrganization(store, idOrName)]
}

/** Returns the first organization in which `find` succeeds; `null` if there is none. */
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
