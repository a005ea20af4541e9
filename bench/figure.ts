/** Defines the figures of a bench and their goals. */

export type Figure = {
  readonly name: string
  /** `NaN` if it couldn't be measured. */
  readonly value: number
  readonly unit: string
  /** The maximum value; `null` for a figure without a goal. */
  readonly goal: number | null
  /** `null` without a goal. */
  readonly met: boolean | null
  /** The measurement was ended at this value, so the real one is higher. */
  readonly isBound: boolean
}

export type Bench = (say: (line: string) => void) => Promise<readonly Figure[]>

export function figure(name: string, value: number, unit: string, goal: number | null = null): Figure {
  return { name, value: rounded(value), unit, goal, met: goal === null ? null : value <= goal, isBound: false }
}

/** A figure whose measurement was ended at this value. It misses any goal. */
export function bound(name: string, value: number, unit: string, goal: number | null = null): Figure {
  return { name, value, unit, goal, met: goal === null ? null : false, isBound: true }
}

/** A figure that couldn't be measured. The other figures are still reported. */
export function unmeasured(name: string): Figure {
  return { name, value: Number.NaN, unit: '', goal: null, met: false, isBound: false }
}

export function valueText({ value, unit, isBound }: Figure): string {
  if (Number.isNaN(value)) return 'failed'
  return `${isBound ? 'over ' : ''}${value.toLocaleString('en')} ${unit}`
}

/** Three significant digits, because more aren't reproducible. */
function rounded(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3))
}
