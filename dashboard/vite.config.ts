/**
 * Builds the dashboard into static files that the service serves. For development, serves it next to a running service.
 */
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedFilesPlugin } from '../scripts/compressed-files-plugin.ts'
import { earlyCodePlugin } from '../scripts/early-code-plugin.ts'
import { fontFilesPlugin } from '../scripts/font-files-plugin.ts'
import { resourceKindsPlugin } from '../scripts/resource-kinds-plugin.ts'

const service = process.env['SERVICE_URL'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), resourceKindsPlugin(), fontFilesPlugin(), earlyCodePlugin('entry'), compressedFilesPlugin()],
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    // Browsers that support `light-dark()`. Its fallback would need the color mode in style sheets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A content security policy without `data:` requires scripts and fonts to be files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        // Few files, because a page of a hundred small ones waits longer for requests than for bytes.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'entry', test: /\/pages\/entry\/sign-in-page/u, priority: 3 },
            { name: 'frame', test: /\/layout\/signed-in/u, priority: 2 },
            { name: 'lists', test: /\/pages\/scans\/scans-page/u, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
        // The name doesn't include all pages that share the chunk.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/u, '')}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.replace(/~[^.]*/u, '').replace(/\.[^.]*$/u, '')}-[hash][extname]`,
      },
    },
  },
  server: { proxy: { '/session': service, '/api': service } },
})
