/** The number of faults of a drill, in `npm run test:faults`. In the test suite each fault happens once. */
const given = process.env['FAULT_ROUNDS']

export function roundsOf(faults: readonly unknown[]): number {
  return given === undefined ? faults.length : Number(given)
}
