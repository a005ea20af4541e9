import { type Place, roleName } from '../../references/arn.ts'

/** Glue names a role by its ARN or by its name, including the path if given. */
export function glueRole(role: string | undefined, place: Place): string | undefined {
  return role?.startsWith('arn:') === true ? roleName(role, place) : role?.split('/').at(-1)
}
