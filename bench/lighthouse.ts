/** Loads Lighthouse, whose 110 packages only one bench needs. */
import { pathToFileURL } from 'node:url'
import { ownPackage } from './own-packages.ts'

/** The used part of its types, which aren't installed with the other types. */
type Lighthouse = {
  readonly default: (
    url: string,
    flags: Readonly<Record<string, unknown>>,
    config: unknown,
  ) => Promise<Result | undefined>
  readonly desktopConfig: unknown
}

type Result = {
  readonly lhr: {
    readonly audits: Readonly<Record<string, { readonly displayValue?: string }>>
    readonly finalDisplayedUrl: string
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>
    readonly runtimeError?: { readonly message: string }
  }
}

export async function loadLighthouse(say: (line: string) => void): Promise<Lighthouse> {
  const entry = ownPackage('pages', ['lighthouse', 'core', 'index.js'], say)
  return (await import(pathToFileURL(entry).href)) as Lighthouse
}
