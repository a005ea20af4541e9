/** `npm run test:faults`: the fault drills alone and in full, one after the other. `npm test` runs them with fewer rounds. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Each drill loads the machine by itself.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // As in all tests: a bound for what hangs, not a measure of speed.
    expect: { poll: { timeout: 20_000 } },
    env: { FAULT_ROUNDS: process.env['FAULT_ROUNDS'] ?? '64' },
  },
})
