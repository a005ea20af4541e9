/** Who else may use a copy, according to its permissions: accounts, organizations, and organizational units. */

type Permission = {
  readonly UserId?: string | undefined
  readonly OrganizationArn?: string | undefined
  readonly OrganizationalUnitArn?: string | undefined
}

/** AWS returns the permissions of one copy at a time. A scan reads those of the first ones that it lists. */
export const mostShares = 25

/** IDs, sorted. `undefined` if the permissions weren't read. */
export function sharedWith(permissions: readonly Permission[] | undefined): string[] | undefined {
  const ids = permissions?.flatMap(({ UserId, OrganizationArn, OrganizationalUnitArn }) =>
    [UserId, lastPart(OrganizationArn), lastPart(OrganizationalUnitArn)].filter((id) => id !== undefined),
  )
  return ids && [...new Set(ids)].toSorted()
}

/** `arn:aws:organizations::123456789012:ou/o-abc/ou-abc-1`. */
function lastPart(arn: string | undefined): string | undefined {
  return arn?.split('/').at(-1)
}
