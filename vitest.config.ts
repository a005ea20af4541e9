import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,contract,dashboard/src,test}/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
