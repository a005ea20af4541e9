/** Loads the code of the tabs of a scan, except for its overview. */

/** By the name of the tab in the URL. */
export const loadTab = {
  diagrams: async () => ({ default: (await import('./diagrams-tab.tsx')).DiagramsTab }),
  resources: async () => ({ default: (await import('./resources-tab.tsx')).ResourcesTab }),
  exposure: async () => ({ default: (await import('./exposure-tab.tsx')).ExposureTab }),
  coverage: async () => ({ default: (await import('./coverage-tab.tsx')).CoverageTab }),
  changes: async () => ({ default: (await import('./comparison-tab.tsx')).ComparisonTab }),
}

export function isLazyTab(tab: string): tab is keyof typeof loadTab {
  return Object.hasOwn(loadTab, tab)
}
