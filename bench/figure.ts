/** What a bench measures, and whether it is good enough. */

export type Figure = {
  readonly name: string
  /** `NaN` where it could not be measured. */
  readonly value: number
  readonly unit: string
  /** The most that is good enough; `null` for a figure that is only told. */
  readonly goal: number | null
  /** `null` without a goal. */
  readonly met: boolean | null
  /** What was measured was ended there: it would have been more. */
  readonly isBound: boolean
}

export type Bench = (say: (line: string) => void) => Promise<readonly Figure[]>

export function figure(name: string, value: number, unit: string, goal: number | null = null): Figure {
  return { name, value: rounded(value), unit, goal, met: goal === null ? null : value <= goal, isBound: false }
}

/** Of what was ended after so long, and so has missed any goal. */
export function bound(name: string, value: number, unit: string, goal: number | null = null): Figure {
  return { name, value, unit, goal, met: goal === null ? null : false, isBound: true }
}

/** Of what failed: one figure that cannot be had costs no other. */
export function unmeasured(name: string): Figure {
  return { name, value: Number.NaN, unit: '', goal: null, met: false, isBound: false }
}

export function valueText({ value, unit, isBound }: Figure): string {
  if (Number.isNaN(value)) return 'failed'
  return `${isBound ? 'over ' : ''}${value.toLocaleString('en')} ${unit}`
}

/** Three significant digits: more would not come out the same again. */
function rounded(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3))
}
