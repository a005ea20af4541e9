/** Organizations: the tenants. Only the operator's commands make and list them. */

export type OrganizationRecord = {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

export type Organizations = {
  /** `null` when the name is taken. */
  insert(name: string): Promise<OrganizationRecord | null>
  /** By id or by name. */
  find(idOrName: string): Promise<OrganizationRecord | null>
  list(): Promise<readonly OrganizationRecord[]>
}
