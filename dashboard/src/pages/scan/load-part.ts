/** Where the code of each part of a scan's page is, behind its overview. */

/** By the name of the part in the address. */
export const loadPart = {
  diagrams: async () => ({ default: (await import('./diagrams-part.tsx')).DiagramsPart }),
  resources: async () => ({ default: (await import('./resources-part.tsx')).ResourcesPart }),
  coverage: async () => ({ default: (await import('./coverage-part.tsx')).CoveragePart }),
  changes: async () => ({ default: (await import('./comparison-part.tsx')).ComparisonPart }),
}

export function isLoadedApart(part: string): part is keyof typeof loadPart {
  return Object.hasOwn(loadPart, part)
}
