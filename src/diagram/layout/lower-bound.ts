/** The index of the first value that isn't smaller, in values from the smallest to the largest. */
export function lowerBound(values: readonly number[], value: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const center = (low + high) >> 1
    if ((values[center] as number) < value) low = center + 1
    else high = center
  }
  return low
}
