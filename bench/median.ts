/** The value in the middle of an odd number of values; of an even number, the greater of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
