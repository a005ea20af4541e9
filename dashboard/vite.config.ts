/** Builds the dashboard into static files that the service serves; for work on it, serves it beside a running service. */
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
    // Where `light-dark()` is known: lowered, it would need the mode said in style sheets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A content security policy without `data:` for scripts and fonts holds only for files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        // Few files: a page of a hundred small ones waits longer for its turn on the line than for the bytes.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'entry', test: /\/pages\/entry\/sign-in-page/u, priority: 3 },
            { name: 'frame', test: /\/layout\/signed-in/u, priority: 2 },
            { name: 'lists', test: /\/pages\/scans\/scans-page/u, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
        // Not by the names of all the pages that share one.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/u, '')}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.replace(/~[^.]*/u, '').replace(/\.[^.]*$/u, '')}-[hash][extname]`,
      },
    },
  },
  server: { proxy: { '/session': service, '/api': service } },
})
