/** `npm run gallery`: takes screenshots of every page of the dashboard into `gallery/`. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/pages/gallery.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
})
