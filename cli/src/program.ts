/** The commands with their options and help. What they do is loaded when they run, so that help and version are fast. */
import { Command, InvalidArgumentError, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { completionScript, shells } from './completion.ts'
import type { Shell } from './completion.ts'
import { formats, views } from './commands/diagram-file.ts'
import { exitCodes, exitCodesHelp } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import { listFormats, reportFormats } from './report/formats.ts'
import { conditionsHelp } from './report/gate.ts'
import type { Terminal } from './terminal/terminal.ts'

const connectionHelp = `
Environment:
  SURVEYOR_URL            URL of the service, unless --url is used
  SURVEYOR_API_KEY        API key, unless --key-file is used
  SURVEYOR_COMMENT_TOKEN  token of GitHub or GitLab for --comment
  HTTPS_PROXY, NO_PROXY   proxy for the service
  NODE_EXTRA_CA_CERTS     more certificate authorities, like --ca-file
  NO_COLOR                no colors`

const defaultRetrySeconds = '60'
/** Agents wait for an answer, and pipelines don't. */
const agentRetrySeconds = '10'
const commentHelp = 'keep a comment with the changes in this pull request (GitHub) or merge request (GitLab)'

export function createProgram(terminal: Terminal, exit: (code: ExitCode) => void): Command {
  const program = new Command('surveyor')
    .description('Scan AWS accounts with a Surveyor service, compare, and draw')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.output.write(text),
      // The caller prints errors.
      writeErr: () => {},
      outputError: () => {},
    })
    .configureHelp({ helpWidth: terminal.output.columns ?? 100 })
    .version(manifest.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show the help of a command')
    .showSuggestionAfterError()
    .addHelpText('afterAll', `${connectionHelp}\n${exitCodesHelp}`)

  addScan(program, terminal, exit)
  addCompare(program, terminal, exit)
  addPlan(program, terminal, exit)
  addDiagram(program, terminal, exit)
  addSnapshot(program, terminal, exit)
  addExposure(program, terminal, exit)
  addReach(program, terminal, exit)
  addImpact(program, terminal, exit)
  addAccounts(program, terminal, exit)
  addScans(program, terminal, exit)
  addResources(program, terminal, exit)
  addMcp(program, terminal, exit)
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(program.createArgument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', '\nExample: source <(surveyor completion bash)')
    .action((shell: Shell) => {
      terminal.output.write(completionScript(program, shell))
      exit(exitCodes.fine)
    })
  return program
}

type Add = (program: Command, terminal: Terminal, exit: (code: ExitCode) => void) => void

const addScan: Add = (program, terminal, exit) => {
  const command = program
    .command('scan')
    .description('scan one region of an account, or several')
    .requiredOption('-a, --account <ALIAS|ID>', 'account connection: its alias, its ID, or the AWS account ID')
    .option(
      '-r, --region <REGION>',
      'region, several separated by commas, or "all" that the account has enabled',
      'us-east-1',
    )
    .option('-w, --wait', 'wait until the scan has ended; --out, --compare, and --fail-on wait too')
    .option(
      '-o, --out <FILE>',
      'write a diagram, with --compare of the changes; the ending is the format; {region} is replaced by the region',
    )
    .addOption(new Option('--view <VIEW>', 'view of --out (default: the one that opens first)').choices(views))
    .option(
      '-c, --compare <BASE>',
      'compare with "previous", a scan ID, a date (2026-11-15), an age (7d, 12h), or a baseline',
    )
    .option('--comment <URL>', commentHelp)
    .option('--idempotency-key <KEY>', 'a repeated job with the same key gets the same scan, for 24 hours')
  addGateOptions(command)
  addReportOptions(command)
  addConnectionOptions(command)
    .addHelpText('after', conditionsHelp)
    .action(async (options) => exit(await (await import('./commands/scan.ts')).scan(options, terminal)))
}

const addCompare: Add = (program, terminal, exit) => {
  const command = scanCommand(program, 'compare', 'show what changed since an earlier scan').option(
    '-b, --base <BASE>',
    '"previous", a scan ID, a date (2026-11-15), an age (7d, 12h), or a baseline',
    'previous',
  )
  addGateOptions(command)
  addReportOptions(command)
  addConnectionOptions(command)
    .addHelpText('after', conditionsHelp)
    .action(async (id, options) => exit(await (await import('./commands/compare.ts')).compare(id, options, terminal)))
}

const addPlan: Add = (program, terminal, exit) => {
  const command = program
    .command('plan')
    .description('show what a plan would touch, open, cut off, and break')
    .argument('<FILE>', 'output of "terraform show -json", or of "describe-change-set"; - for standard input')
    .option('-a, --account <ALIAS|ID>', 'account connection, whose last completed scan is compared')
    .option('-r, --region <REGION>', 'region (default: any)')
    .option('-s, --scan <SCAN>', 'scan ID, instead of --account')
    .option('--comment <URL>', commentHelp)
  addGateOptions(command)
  addReportOptions(command)
  addConnectionOptions(command)
    .addHelpText('after', conditionsHelp)
    .action(async (file, options) => exit(await (await import('./commands/plan.ts')).plan(file, options, terminal)))
}

const addDiagram: Add = (program, terminal, exit) => {
  const command = scanCommand(program, 'diagram', 'write a diagram of a scan')
    .requiredOption('-o, --out <FILE>', 'file, whose ending is the format, or - for standard output')
    .addOption(new Option('--view <VIEW>', 'view (default: the one that opens first)').choices(views))
    .addOption(new Option('--format <FORMAT>', 'format, if not by the ending of the file').choices(formats))
    .option('--focus <RESOURCE>', 'draw a resource with its neighbors, or a VPC with its content')
    .option('--depth <STEPS>', 'steps around the focus', integer(0, 5))
    .option('--tags <EXPRESSION>', 'draw resources with these tags, for example "env=prod and team=payments"')
    .option('--types <TYPES>', 'draw only these resource types, or with a minus all others')
    .option('--group-by <TAG>', 'group boxes by the values of a tag')
    .option('-c, --compare <BASE>', 'draw the changes since "previous", a scan ID, a date, an age, or a baseline')
    .addOption(new Option('--theme <THEME>', 'theme').choices(['light', 'dark']))
    .option('--stamp', 'add the time of the scan')
  addConnectionOptions(command).action(async (id, options) =>
    exit(await (await import('./commands/diagram.ts')).drawDiagram(id, options, terminal)),
  )
}

const addSnapshot: Add = (program, terminal, exit) => {
  const group = program.command('snapshot').description('download and verify snapshot files of scans')
  const create = scanCommand(group, 'create', 'write everything of a scan into one signed file')
    .requiredOption('-o, --out <FILE>', 'the file')
    .addOption(
      new Option('--redact <RULES>', 'what is redacted').choices(['none', 'default', 'strict']).default('default'),
    )
  addConnectionOptions(create).action(async (id, options) =>
    exit(await (await import('./commands/snapshot.ts')).createSnapshot(id, options, terminal)),
  )
  group
    .command('verify')
    .description('check that a snapshot file is unchanged, without a service; exit code 1 if it was changed')
    .argument('<FILE>', 'the file')
    .option('--key <FINGERPRINT>', 'the key that must have signed it')
    .option('--json', 'print one line of JSON')
    .action(async (file, options) =>
      exit(await (await import('./commands/snapshot.ts')).verifyFile(file, options, terminal)),
    )
}

const addExposure: Add = (program, terminal, exit) => {
  const command = scanCommand(program, 'exposure', 'list what the internet and other accounts can reach')
    .option('--type <TYPE>', 'only this CloudFormation type')
    .option('--from <SOURCE>', 'only from "internet", "other accounts", an IP address, or a CIDR block')
    .addOption(new Option('--verdict <VERDICT>', 'only this verdict').choices(['open', 'conditional', 'unknown']))
    .option('--port <PORT>', 'only this port', integer(0, 65_535))
  addListOptions(command).action(async (id, options) =>
    exit(await (await import('./commands/lists.ts')).listExposure(id, options, terminal)),
  )
}

const addReach: Add = (program, terminal, exit) => {
  const command = scanCommand(program, 'reach', 'check whether a network connection can be made')
    .requiredOption('--from <END>', 'source: "internet", an IP address, or the ID or ARN of a resource')
    .requiredOption('--to <END>', 'destination')
    .addOption(new Option('--protocol <PROTOCOL>', 'protocol').choices(['tcp', 'udp', 'icmp']).default('tcp'))
    .option('--port <PORT>', 'destination port, required for tcp and udp', integer(1, 65_535))
    .addOption(
      new Option('--expect <VERDICT>', 'fail with exit code 1 for another verdict').choices([
        'reachable',
        'blocked',
        'unknown',
      ]),
    )
  addListOptions(command).action(async (id, options) =>
    exit(await (await import('./commands/lists.ts')).checkReach(id, options, terminal)),
  )
}

const addImpact: Add = (program, terminal, exit) => {
  const command = scanCommand(program, 'impact', 'list what depends on a resource').requiredOption(
    '--of <RESOURCE>',
    'the resource: its ID or ARN, or type/id',
  )
  addListOptions(command).action(async (id, options) =>
    exit(await (await import('./commands/lists.ts')).listImpact(id, options, terminal)),
  )
}

const addAccounts: Add = (program, terminal, exit) => {
  const command = program.command('accounts').description('list account connections')
  addListOptions(command).action(async (options) =>
    exit(await (await import('./commands/lists.ts')).listAccounts(options, terminal)),
  )
}

const addScans: Add = (program, terminal, exit) => {
  const command = program
    .command('scans')
    .description('list scans, newest first')
    .option('-a, --account <ALIAS|ID>', 'only this account connection')
    .option('-r, --region <REGION>', 'only this region')
    .addOption(
      new Option('--status <STATUS>', 'only this status').choices(['queued', 'scanning', 'completed', 'failed']),
    )
    .option('-n, --limit <COUNT>', 'at most this many', integer(1, 1_000_000), 20)
  addListOptions(command).action(async (options) =>
    exit(await (await import('./commands/lists.ts')).listScans(options, terminal)),
  )
}

const addResources: Add = (program, terminal, exit) => {
  const command = scanCommand(program, 'resources', 'list the resources of a scan')
    .option('--type <TYPE>', 'only this CloudFormation type')
    .option('--tag <TAG>', 'only with this tag: KEY or KEY=VALUE')
    .option('--search <TEXT>', 'only with this text in the ID, ARN, or name')
  addListOptions(command).action(async (id, options) =>
    exit(await (await import('./commands/lists.ts')).listResources(id, options, terminal)),
  )
}

const addMcp: Add = (program, terminal, exit) => {
  const command = program
    .command('mcp')
    .description('answer agents with the Model Context Protocol on standard input and output')
  addConnectionOptions(command, agentRetrySeconds)
    .addHelpText('after', '\nExample: {"mcpServers": {"surveyor": {"command": "surveyor", "args": ["mcp"]}}}')
    .action(async (options) => exit(await (await import('./commands/mcp.ts')).mcp(options, terminal)))
}

function scanCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .argument('[SCAN]', 'scan ID (default: the last completed scan of --account and --region)')
    .option('-a, --account <ALIAS|ID>', 'account connection: its alias, its ID, or the AWS account ID')
    .option('-r, --region <REGION>', 'region (default: any)')
}

function addGateOptions(command: Command): void {
  command
    .option('--fail-on <CONDITIONS>', 'fail with exit code 1 if a condition is met')
    .option('--baseline-file <FILE>', 'findings that you accept: they fail no condition')
    .option('--accept', 'write what the conditions find now into --baseline-file')
}

function addReportOptions(command: Command): void {
  command
    .addOption(new Option('-f, --format <FORMAT>', 'format of the output').choices(reportFormats).default('text'))
    .option('--report <FORMAT=FILE>', 'also write a report into a file; can be repeated', repeated)
}

function addListOptions(command: Command): Command {
  command.addOption(new Option('-f, --format <FORMAT>', 'format of the output').choices(listFormats).default('text'))
  return addConnectionOptions(command)
}

function addConnectionOptions(command: Command, retrySeconds = defaultRetrySeconds): Command {
  return command
    .option('--url <URL>', 'URL of the service (default: SURVEYOR_URL)')
    .option('--key-file <PATH>', 'file with the API key, or - for standard input (default: SURVEYOR_API_KEY)')
    .option('--ca-file <PATH>', 'PEM file with more certificate authorities')
    .addOption(
      new Option('--retry-for <SECONDS>', 'how long failed requests are retried')
        .argParser(integer(0, 86_400))
        .default(Number(retrySeconds), retrySeconds),
    )
    .option('-q, --quiet', 'show only results and errors, no progress')
}

function repeated(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value]
}

function integer(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }
}
