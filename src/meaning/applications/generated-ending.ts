/** What CloudFormation appends to the names that it makes up: `orders-Table-Z9X8C7V6B5N4`. */

/** Capitals and digits, or small ones where names have no capitals; always a digit and a letter. */
const generated = /-(?=[0-9]*[A-Za-z])(?=[A-Za-z]*[0-9])(?:[A-Z0-9]{8,13}|[a-z0-9]{12,13})$/u
/** In any case, which only the beginning tells from what people write. */
const ofStack = /-[A-Za-z0-9]{12,13}$/u

/** Not made by CloudFormation, and nothing without its end. */
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** The name for people; identifiers keep what was generated. `stack`: of the one that made it. */
export function withoutGeneratedEnding(name: string, stack = ''): string {
  if (uuid.test(name)) return name
  const isNamedByStack = stack !== '' && name.toLowerCase().startsWith(`${stack.toLowerCase()}-`)
  return name.replace(isNamedByStack ? ofStack : generated, '') || name
}
