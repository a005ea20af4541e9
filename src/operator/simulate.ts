/** `surveyor simulate`: runs only the simulated cloud, for experiments and for tests of other programs. */
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { printResult } from './command-output.ts'
import { latencyMs, port } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'

type SimulateOptions = {
  readonly world: string
  readonly port: number
  readonly latencyMs?: number
  readonly faults?: string
}

export function addSimulateCommand(
  program: Command,
  context: Pick<OperatorContext, 'startSimulatedCloud' | 'output' | 'stopSignal'>,
): void {
  program
    .command('simulate')
    .description('run simulated AWS accounts until interrupted; prints one line of JSON when ready')
    .requiredOption('--world <name>', 'the simulated accounts, for example three-tier, empty, or denied')
    .option('--port <number>', 'the port on 127.0.0.1; 0 for any free port', port, 0)
    .option('--latency-ms <number>', 'delay of each response in milliseconds', latencyMs)
    .option('--faults <file>', 'a JSON file with faults to inject')
    .option('--json', 'accepted, but the output is always JSON')
    .action(async (options: SimulateOptions) => {
      const faults = options.faults === undefined ? undefined : await readFaults(options.faults)
      const cloud = await context
        .startSimulatedCloud({
          world: options.world,
          port: options.port,
          ...(options.latencyMs === undefined ? {} : { latencyMs: options.latencyMs }),
          ...(faults === undefined ? {} : { faults }),
        })
        .catch((error: unknown) => {
          throw startFailure(error, options.port)
        })
      const { endpoint, accessKeyId, secretAccessKey } = cloud
      const accounts = cloud.accounts.map(({ accountId, roleArn }) => ({ accountId, roleArn }))
      printResult(context, { json: true }, { endpoint, accessKeyId, secretAccessKey, accounts }, () => '')
      await aborted(context.stopSignal)
      await cloud.close()
    })
}

async function readFaults(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError('INVALID_ARGUMENT', `Couldn't read the faults file: ${reason}`)
  })
  try {
    const faults: unknown = JSON.parse(text)
    return faults
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError('INVALID_ARGUMENT', `The faults file ${file} isn't valid JSON: ${reason}`)
  }
}

function startFailure(error: unknown, port: number): unknown {
  if (error instanceof RangeError) return new OperatorError('INVALID_ARGUMENT', error.message)
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return new OperatorError('FAILED', `Port ${port} is in use. Choose another one with --port, or omit the option.`)
  }
  return error
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
