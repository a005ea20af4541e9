import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,contract,dashboard/src,test}/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    isolate: false,
    // Tests wait more than they work: the default of one process fewer than processors would leave half of two idle.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
