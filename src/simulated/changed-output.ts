/** Changes responses for the faults `long-texts` and `sparse`. */
import type { FaultVerdict } from './faults.ts'

type Members = Readonly<Record<string, unknown>>

/** Returns a copy of the output if the fault changes it. */
export function changedOutput(output: object, { rule }: FaultVerdict): object {
  if (rule?.effect === 'long-texts') return withLongTexts(output as Members, 'x'.repeat(rule.sizeKib * 1024))
  return rule?.effect === 'sparse' ? sparse(output as Members) : output
}

const lengthened = /^(?:value|description)$/i

/** Lengthens texts that no other call depends on: tags and descriptions. */
function withLongTexts(output: Members, filler: string): Members {
  const lengthen = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return lengthened.test(name) ? value + filler : value
    if (Array.isArray(value)) return value.map((item) => lengthen(item, ''))
    if (!isStructure(value)) return value
    return withMembers(value, (inner, key) => lengthen(inner, /^tags$/i.test(name) ? 'value' : key))
  }
  return withMembers(output, lengthen)
}

/** Removes lists and structures of resources, because AWS omits empty ones. Lists of resources stay. */
function sparse(output: Members): Members {
  return withMembers(output, (value) => {
    if (Array.isArray(value)) return value.map(ownValues)
    if (!isStructure(value)) return value
    const holdsList = Array.isArray(value['Items'])
    return holdsList ? sparse(value) : ownValues(value)
  })
}

function ownValues(resource: unknown): unknown {
  if (!isStructure(resource)) return resource
  return withMembers(resource, (value) => (Array.isArray(value) || isStructure(value) ? undefined : value))
}

function withMembers(structure: Members, change: (value: unknown, name: string) => unknown): Members {
  return Object.fromEntries(Object.entries(structure).map(([name, value]) => [name, change(value, name)]))
}

/** Excludes dates and bytes. */
function isStructure(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
