/** Builds the dashboard into static files that the service serves; for work on it, serves it beside a running service. */
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fontFilesPlugin } from '../scripts/font-files-plugin.ts'
import { resourceKindsPlugin } from '../scripts/resource-kinds-plugin.ts'

const service = process.env['SERVICE_URL'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), resourceKindsPlugin(), fontFilesPlugin()],
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
  },
  server: { proxy: { '/session': service, '/api': service } },
})
