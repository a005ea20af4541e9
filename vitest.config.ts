import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

/**
 * Test files of `npm run test:slow`, which take long or need the machine for themselves. All others run with `npm
 * test`.
 */
const slow = ['test/{faults,pages,pictures}/**/*.test.ts', '{action/test,cli/src,cli/test,src,test}/**/*.slow.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Tests wait half of the time: two processes for each of two processors.
    maxWorkers: 4,
    // Concurrent tests within a file mostly wait.
    maxConcurrency: 20,
    // Timeouts against hanging, not limits of speed, because a busy machine isn't a failure.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Twice the default interval, because each poll of a service takes the processor of other tests.
    expect: { poll: { timeout: 120_000, interval: 100 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: ['{action/test,cli/src,cli/test,src,contract,dashboard/src,test}/**/*.test.ts'],
          exclude: slow,
        },
      },
      { extends: true, test: { name: 'slow', include: slow } },
    ],
  },
})
