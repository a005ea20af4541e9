/** The number of faults of a drill: few in the test suite, many in `npm run test:faults`. */
export const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 10)
