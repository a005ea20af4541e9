/** Installs the packages that only one bench needs. They have their own lock file and are installed on first use. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** `folder`: within `bench`. `path`: of the needed file in its `node_modules`. Returns the file. */
export function ownPackage(folder: string, path: readonly string[], say: (line: string) => void): string {
  const cwd = join(import.meta.dirname, folder)
  const file = join(cwd, 'node_modules', ...path)
  if (!existsSync(file)) {
    say(`installing packages: npm ci in bench/${folder}`)
    try {
      execFileSync('npm', ['ci', '--prefix', cwd], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
    } catch (cause) {
      throw new Error(
        `The packages couldn't be installed. Run "npm ci" in bench/${folder}, then run the bench again.`,
        {
          cause,
        },
      )
    }
  }
  return file
}
