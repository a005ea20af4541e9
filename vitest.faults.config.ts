/**
 * `npm run test:faults`: only the fault tests with all rounds, one after the other. The test suites run them with fewer
 * rounds.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Each drill loads the machine.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // As in all tests: a timeout against hanging, not a limit of speed.
    expect: { poll: { timeout: 120_000, interval: 100 } },
    env: { FAULT_ROUNDS: process.env['FAULT_ROUNDS'] ?? '64' },
  },
})
