/** Renders the dashboard into the document. */
import '@cloudscape-design/global-styles/index.css'
import './dashboard.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyColorMode, storedColorMode } from './shared/color-mode.ts'
import { Dashboard } from './dashboard.tsx'

applyColorMode(storedColorMode())

const root = document.querySelector('#root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Dashboard />
    </StrictMode>,
  )
}
