import { defineConfig } from 'vitest/config'

/** What takes long, or a machine of its own: `npm run test:slow`. All other tests are `npm test`. */
const slow = ['test/{faults,pages,pictures}/**/*.test.ts', '{src,test}/**/*.slow.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    isolate: false,
    // Tests wait more than they work: the default of one process fewer than processors would leave half of two idle.
    maxWorkers: 2,
    // Concurrent tests of a file are those that mostly wait.
    maxConcurrency: 20,
    // Bounds for what hangs, not measures of speed: a busy machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'main', include: ['{src,contract,dashboard/src,test}/**/*.test.ts'], exclude: slow },
      },
      { extends: true, test: { name: 'slow', include: slow } },
    ],
  },
})
