/** What a bench measures, and whether it is good enough. */

export type Figure = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The most that is good enough; `null` for a figure that is only told. */
  readonly goal: number | null
  /** `null` without a goal. */
  readonly met: boolean | null
}

export type Bench = (say: (line: string) => void) => Promise<readonly Figure[]>

export function figure(name: string, value: number, unit: string, goal: number | null = null): Figure {
  return { name, value: rounded(value), unit, goal, met: goal === null ? null : value <= goal }
}

/** Three significant digits: more would not come out the same again. */
function rounded(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3))
}
