/** Writes completion scripts for shells from the commands and options of the program. */
import type { Command, Option } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

type CompletedCommand = {
  readonly name: string
  readonly description: string
  readonly options: readonly CompletedOption[]
  /** The values of the first argument. */
  readonly values: readonly string[]
}

type CompletedOption = {
  readonly flags: readonly string[]
  readonly description: string
  /** Null: takes a value of any kind. */
  readonly values: readonly string[] | null
  readonly isFile: boolean
  readonly takesValue: boolean
}

export function completionScript(program: Command, shell: Shell): string {
  const commands = program.commands.map(completedCommand)
  switch (shell) {
    case 'bash':
      return bashScript(commands)
    case 'zsh':
      return zshScript(commands)
    case 'fish':
      return fishScript(commands)
    default:
      throw new Error(shell satisfies never)
  }
}

function completedCommand(command: Command): CompletedCommand {
  const options = command.createHelp().visibleOptions(command)
  return {
    name: command.name(),
    description: command.description(),
    options: options.map(completedOption),
    values: command.registeredArguments[0]?.argChoices ?? [],
  }
}

function completedOption({ short, long, description, argChoices, flags }: Option): CompletedOption {
  return {
    flags: [short, long].filter((flag) => flag !== undefined && flag !== null),
    description,
    values: argChoices ?? null,
    isFile: /<(?:FILE|PATH)>/.test(flags),
    takesValue: flags.includes('<'),
  }
}

/** Works with the bash 3.2 of macOS, which has no `mapfile`. */
function bashScript(commands: readonly CompletedCommand[]): string {
  const cases = commands.flatMap(({ name, options }) =>
    options.flatMap(({ flags, values, isFile, takesValue }) => {
      if (!takesValue) return []
      const reply = isFile ? 'compgen -f -- "$word"' : `compgen -W '${(values ?? []).join(' ')}' -- "$word"`
      return [`    ${flags.map((flag) => `${name}:${flag}`).join('|')}) COMPREPLY=($(${reply})); return ;;`]
    }),
  )
  const words = commands.map(
    ({ name, options, values }) =>
      `    ${name}) words='${[...values, ...options.flatMap(({ flags }) => flags)].join(' ')}' ;;`,
  )
  return `# Completion of surveyor for bash: source <(surveyor completion bash)
_surveyor() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words
  COMPREPLY=()
  case $command:$previous in
${cases.join('\n')}
  esac
  case $command in
${words.join('\n')}
    *) words='' ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${commands.map(({ name }) => name).join(' ')} --help --version'; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _surveyor surveyor
`
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const described = commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`)
  const cases = commands.map(({ name, options, values }) => {
    const specifications = options.flatMap(({ flags, description, values, isFile, takesValue }) => {
      const action = isFile ? ':file:_files' : takesValue ? `:value:(${(values ?? []).join(' ')})` : ''
      return flags.map((flag) => quoted(`${flag}[${description.replaceAll(/[[\]]/g, String.raw`\$&`)}]${action}`))
    })
    const argument = values.length === 0 ? [] : [quoted(`1:value:(${values.join(' ')})`)]
    return `    ${name}) _arguments ${[...argument, ...specifications].join(' ')} ;;`
  })
  return `#compdef surveyor
# Completion of surveyor for zsh: source <(surveyor completion zsh)
_surveyor() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT -= 1 ))
  case $words[1] in
${cases.join('\n')}
  esac
}
compdef _surveyor surveyor
`
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, description, options, values }) => {
    const within = `-n '__fish_seen_subcommand_from ${name}'`
    return [
      `complete -c surveyor -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
      ...(values.length === 0 ? [] : [`complete -c surveyor ${within} -a '${values.join(' ')}'`]),
      ...options.map(({ flags, description, values, isFile, takesValue }) => {
        const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
        const value = isFile ? ' -r -F' : takesValue ? ` -x -a '${(values ?? []).join(' ')}'` : ''
        return `complete -c surveyor ${within} ${names.join(' ')}${value} -d ${quoted(description)}`
      }),
    ]
  })
  return `# Completion of surveyor for fish: surveyor completion fish | source\ncomplete -c surveyor -f\n${lines.join('\n')}\n`
}

/** In single quotes, which all three shells read alike if the text has none. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`
}
