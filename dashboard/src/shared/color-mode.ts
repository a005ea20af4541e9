/** The color mode: the user’s choice, or the system setting. */
import { applyMode, Mode } from '@cloudscape-design/global-styles'
import { useSyncExternalStore } from 'react'

export type ColorMode = 'system' | 'light' | 'dark'

const storageKey = 'surveyor.color-mode'
const changed = 'surveyor:color-mode'

const systemPrefersDark = () => globalThis.matchMedia('(prefers-color-scheme: dark)')

export function storedColorMode(): ColorMode {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseColorMode(mode: ColorMode): void {
  if (mode === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, mode)
  applyColorMode(mode)
  globalThis.dispatchEvent(new Event(changed))
}

export function applyColorMode(mode: ColorMode): void {
  const shown = shownMode(mode)
  applyMode(shown === 'dark' ? Mode.Dark : Mode.Light)
  document.documentElement.style.colorScheme = shown
}

/** The mode in use, with `system` resolved. */
export function useShownColorMode(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, () => shownMode(storedColorMode()))
}

function shownMode(mode: ColorMode): 'light' | 'dark' {
  if (mode !== 'system') return mode
  return systemPrefersDark().matches ? 'dark' : 'light'
}

function subscribe(onChange: () => void): () => void {
  const systemChanged = () => {
    applyColorMode(storedColorMode())
    onChange()
  }
  const system = systemPrefersDark()
  system.addEventListener('change', systemChanged)
  globalThis.addEventListener(changed, onChange)
  return () => {
    system.removeEventListener('change', systemChanged)
    globalThis.removeEventListener(changed, onChange)
  }
}
