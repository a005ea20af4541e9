import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,contract,dashboard/src,test}/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    isolate: false,
    // Tests wait more than they work: the default of one process fewer than processors would leave half of two idle.
    maxWorkers: 2,
    // Bounds for what hangs, not measures of speed: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
