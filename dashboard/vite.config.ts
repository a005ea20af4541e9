/** Builds the dashboard into static files that the service serves; for work on it, serves it beside a running service. */
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { resourceKindsPlugin } from '../scripts/resource-kinds-plugin.ts'

const service = process.env['SERVICE_URL'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), resourceKindsPlugin()],
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    // A content security policy without `data:` for scripts and fonts holds only for files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { '/session': service, '/api': service } },
})
