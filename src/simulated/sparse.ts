/** Removes lists and structures of resources from a response, because AWS omits empty ones. */

type Members = Readonly<Record<string, unknown>>

/** Returns a copy of the output. Lists of resources stay, and structures that only have such a list. */
export function sparse<Output extends object>(output: Output): Output {
  return withMembers(output as Members, (value) => {
    if (Array.isArray(value)) return value.map(ownValues)
    if (!isStructure(value)) return value
    const holdsList = Array.isArray(value['Items'])
    return holdsList ? sparse(value) : ownValues(value)
  }) as Output
}

function ownValues(resource: unknown): unknown {
  if (!isStructure(resource)) return resource
  return withMembers(resource, (value) => (Array.isArray(value) || isStructure(value) ? undefined : value))
}

function withMembers(structure: Members, change: (value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(structure).map(([name, value]) => [name, change(value)]))
}

/** Excludes dates and bytes. */
function isStructure(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
