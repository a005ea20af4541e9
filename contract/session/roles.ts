/** What a member of an organization may do; each role includes those below it. */

/** From the least to the most. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** viewer: reads; member: also scans; admin: also accounts, keys, members, settings and the audit log; owner: also owners. */
export function includesRole(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}
