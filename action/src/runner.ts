/** What the runner of GitHub Actions takes from a program: commands in its output, and lines in files. */
import { randomUUID } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import type { Environment, Terminal } from '../../cli/src/terminal/terminal.ts'

/** Hides a value in the log. */
export function mask({ output }: Terminal, value: string): void {
  output.write(`::add-mask::${escaped(value)}\n`)
}

export function annotate({ output }: Terminal, level: 'error' | 'warning' | 'notice', message: string): void {
  output.write(`::${level} title=Surveyor::${escaped(message)}\n`)
}

/** Prints text with names of other people, which must not be commands. */
export function print({ output }: Terminal, text: string): void {
  const end = randomUUID()
  output.write(`::stop-commands::${end}\n${text}::${end}::\n`)
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

export async function setOutputs(environment: Environment, outputs: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(outputs).map(([name, value]) => {
    const end = `end_${randomUUID()}`
    return `${name}<<${end}\n${value}\n${end}\n`
  })
  await append(environment['GITHUB_OUTPUT'], lines.join(''))
}

export async function addSummary(environment: Environment, markdown: string): Promise<void> {
  await append(environment['GITHUB_STEP_SUMMARY'], markdown)
}

/** Runners of other forges may have no such file. */
async function append(path: string | undefined, text: string): Promise<void> {
  if (path !== undefined && path !== '') await appendFile(path, text)
}
