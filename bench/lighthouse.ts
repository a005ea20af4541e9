/**
 * Loads Lighthouse, whose 110 packages only one bench needs. They have their own lock file and are installed on first
 * use.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = join(import.meta.dirname, 'pages')
const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')

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
  if (!existsSync(entry)) {
    say('installing Lighthouse: npm ci in bench/pages')
    try {
      execFileSync('npm', ['ci', '--prefix', folder], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    } catch (cause) {
      throw new Error('Lighthouse could not be installed. Run "npm ci" in bench/pages, then run the bench again.', {
        cause,
      })
    }
  }
  return (await import(pathToFileURL(entry).href)) as Lighthouse
}
