/** Adds all mutants of a source behind switches, so that one transformed module can act as any of them. */
import type { Mutant } from './mutants-of.ts'

/** Set by the setup file of a run. `isOn` also records that the test file reached the mutant. */
export interface Switches {
  readonly ofFile: (path: string) => (number: number) => boolean
}

declare global {
  var surveyorMutants: Switches | undefined
}

const name = '__isMutant'

/** Adds no line, so that positions in stack traces stay close. */
export function behindSwitches(path: string, source: string, mutants: readonly Mutant[]): string {
  const byRange = Map.groupBy(mutants, ({ start, end, mutator }) => `${start} ${end} ${mutator === 'statement'}`)
  // Outer before inner. A statement may contain a single expression of the same range.
  const groups = [...byRange.values()].toSorted(([one], [other]) =>
    one === undefined || other === undefined
      ? 0
      : one.start - other.start ||
        other.end - one.end ||
        Number(other.mutator === 'statement') - Number(one.mutator === 'statement'),
  )
  let next = 0

  function render(start: number, end: number): string {
    let at = start
    let code = ''
    for (let group = groups[next]; group?.[0] !== undefined && group[0].start < end; group = groups[next]) {
      next += 1
      const [{ start: from, end: to, mutator }] = group as [Mutant, ...Mutant[]]
      code += source.slice(at, from)
      const original = render(from, to)
      code += mutator === 'statement' ? removable(group, original) : replaceable(group, original)
      at = to
    }
    return code + source.slice(at, end)
  }

  const body = render(0, source.length)
  const declaration = `const ${name} = globalThis.surveyorMutants?.ofFile(${JSON.stringify(path)}) ?? (() => false);`
  return `${declaration}${body}`
}

function removable([mutant]: readonly Mutant[], original: string): string {
  return `{ if (!${name}(${mutant?.number})) ${original} }`
}

function replaceable(group: readonly Mutant[], original: string): string {
  const choices = group.map(({ number, code }) => `${name}(${number}) ? (${code}) : `)
  return `(${choices.join('')}(${original}))`
}
