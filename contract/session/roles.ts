/** Defines the roles of members. Each role includes the lower ones. */

/** Lowest first. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/**
 * viewer: read-only; member: also scans; admin: also accounts, API keys, members, settings, and audit log; owner: also
 * owners.
 */
export function includesRole(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}
