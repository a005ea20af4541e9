/** How many faults a drill causes: few as a part of all tests, the many of `npm run test:faults` by its configuration. */
export const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 8)
