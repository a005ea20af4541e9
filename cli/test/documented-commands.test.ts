/** Tests that every command of `surveyor` and `bin/surveyor` in the documentation exists, with its options. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { addMapCommand } from '../../src/map/map-command.ts'
import type { MapContext } from '../../src/map/map-region.ts'
import type { OperatorContext } from '../../src/operator/operator-context.ts'
import { addOperatorCommands, operatorProgram } from '../../src/operator/operator-program.ts'
import { createProgram } from '../src/program.ts'
import type { Terminal } from '../src/terminal/terminal.ts'

const root = join(import.meta.dirname, '../..')
const pages = globSync(['{README,CONTRIBUTING}.md', 'docs/*.md', 'cli/*.md'], { cwd: root })

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

// Commands are only described, never run.
const service = operatorProgram(process.stdout)
addOperatorCommands(service, {} as OperatorContext)
addMapCommand(service, {} as MapContext)
for (const [, name = ''] of textOf('src/composition/commands.ts').matchAll(/\.command\('(\w+)'\)/gu))
  service.command(name)
const client = createProgram({ output: process.stdout } as unknown as Terminal, () => {})

const commandLines = pages.flatMap((path) =>
  [
    ...textOf(path)
      .replaceAll(/\\\n\s*/gu, ' ')
      .matchAll(/(?<![\w./@-])((?:bin\/)?surveyor) ([a-z][^`\n#|;)]*)/gu),
  ].map(([, name = '', words = '']) => ({ path, name, line: words.trim() })),
)

/** Returns what the command doesn't know: a command or an option. */
function unknownIn(program: Command, line: string): readonly string[] {
  let command = program
  let words = line.split(/\s+/u)
  while (command.commands.length > 0) {
    const next = command.commands.find((each) => each.name() === words[0])
    if (next === undefined) return words.slice(0, 1)
    command = next
    words = words.slice(1)
  }
  const options = words.filter((word) => /^--[a-z]/u.test(word)).map((word) => word.replace(/=.*/u, ''))
  return options.filter((option) => option !== '--help' && !command.options.some(({ long }) => long === option))
}

test('every command and option of surveyor that is named exists', () => {
  expect(commandLines.length).toBeGreaterThan(40)
  const wrong = commandLines.filter(({ name, line }) => {
    const programs = name === 'surveyor' ? [client, service] : [service]
    return programs.every((program) => unknownIn(program, line).length > 0)
  })
  expect(wrong).toEqual([])
})
