/** Role options up to the highest role that the user may assign. */
import { includesRole, roles } from '../../../../contract/session/roles.ts'
import type { Role } from '../../../../contract/session/roles.ts'
import { capitalized } from '../../shared/resource-kind.ts'

export function roleOptions(highest: Role): readonly { readonly value: Role; readonly label: string }[] {
  return roles.filter((role) => includesRole(highest, role)).map((value) => ({ value, label: capitalized(value) }))
}
