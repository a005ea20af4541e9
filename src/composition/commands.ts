/**
 * The composition root: reads the configuration, connects the parts, and runs the requested command. Commands import what
 * takes long to load, so that the others begin sooner.
 */
import { pino } from 'pino'
import { cloudSettingsFromEnvironment, localCloudSettings } from '../cloud/environment-settings.ts'
import { SharedRequestHandler } from '../cloud/sdk/client.ts'
import { readConfiguration } from '../configuration.ts'
import { openLogOutput } from './log-output.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { addMapCommand } from '../map/map-command.ts'
import { addOperatorCommands, operatorProgram, runProgram } from '../operator/operator-program.ts'

/**
 * A terminal signals npm and its child process, and npm forwards the signal. Two signals within this time count as one.
 */
const sameSignalMs = 1_000
/** The time of an orderly stop beyond that for requests and scans. It also limits a start that hangs. */
const closingMs = 30_000

const stop = new AbortController()
let stopRequestedAt = 0
/**
 * True after SIGTERM, which orchestrators send before they route requests to other processes. SIGINT comes from a
 * terminal.
 */
let isHandedOver = false
let handOverMs = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!stop.signal.aborted) {
      stopRequestedAt = performance.now()
      isHandedOver = signal === 'SIGTERM'
      setTimeout(() => process.exit(130), closingMs + (isHandedOver ? handOverMs : 0)).unref()
      stop.abort()
    } else if (performance.now() - stopRequestedAt > sameSignalMs) {
      process.exit(130)
    }
  })
}

// The reader of the output has closed it, as in `surveyor … | head`. That isn't a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const requestHandler = new SharedRequestHandler()
const cloudSettings = () => cloudSettingsFromEnvironment(process.env, requestHandler)
const program = operatorProgram(process.stdout)

program
  .command('start')
  .description('run the service: API, dashboard, and worker (npm start)')
  .action(async () => {
    const configuration = readConfiguration(process.env)
    const { startService } = await import('./service.ts')
    const logger = pino({ level: configuration.logLevel }, openLogOutput())
    const graceMs = configuration.shutdownGraceSeconds * 1000
    handOverMs = graceMs
    const service = await startService(configuration, cloudSettings(), logger)
    logger.info({ role: configuration.role }, `listening on ${service.baseUrl}`)
    if (!stop.signal.aborted) await new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
    logger.info('stopping')
    await service.close(isHandedOver ? { drainMs: configuration.drainSeconds * 1000, graceMs } : undefined)
  })

program
  .command('demo')
  .description('scan a simulated account with its own database in ./data/demo (npm run demo)')
  .option('--once', 'exit after the scan')
  .option('--json', 'with --once: the last line is a JSON value')
  .action(async (options: { once?: boolean; json?: boolean }) => {
    const { demoCommand } = await import('../demo/demo-command.ts')
    const { startService } = await import('./service.ts')
    const { startSimulatedCloud } = await import('../simulated/simulated-cloud.ts')
    return demoCommand(options, {
      environment: process.env,
      startService,
      startSimulatedCloud,
      requestHandler,
      say: (line) => process.stdout.write(`${line}\n`),
      stopSignal: stop.signal,
    })
  })

/** Commands run one query at a time. */
const commandPoolSize = 2

/** Opens the database for commands, whether the service runs or not. */
async function withDatabase<Result>(work: (database: OpenDatabase) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(readConfiguration(process.env), () => {}, { poolSize: commandPoolSize })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

addOperatorCommands(program, {
  withStore: (work) => withDatabase(({ store }) => work(store)),
  withSignIn: (work) =>
    withDatabase(async ({ store, secretKey }) => {
      const { createSignIn } = await import('../identity/sign-in.ts')
      const { publicUrl } = readConfiguration(process.env)
      const logger = pino({ level: 'silent' })
      return work(createSignIn(store, { secretKey, publicUrl, mailer: null, oidc: null, logger }), store)
    }),
  async changeSecretKey() {
    const database = await openDatabase(readConfiguration(process.env), () => {}, {
      changesKey: true,
      poolSize: commandPoolSize,
    })
    await database.close()
  },
  signOnIssuer: () => readConfiguration(process.env).oidc?.issuer ?? null,
  baseUrl() {
    const { publicUrl, host, port } = readConfiguration(process.env)
    return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  },
  cloud: cloudSettings,
  principalArn: () => readConfiguration(process.env).principalArn,
  permissions: async () => (await import('../collect/role-actions.ts')).roleActions,
  async types() {
    const { catalogue } = await import('../collect/catalogue.ts')
    return catalogue.map(({ type, count, scope, permissions, relations }) => ({
      type,
      countKey: count,
      scope,
      permissions,
      relations,
    }))
  },
  async startSimulatedCloud({ world, faults = {}, ...options }) {
    const { parseFaults } = await import('../simulated/faults.ts')
    const { startSimulatedCloud } = await import('../simulated/simulated-cloud.ts')
    const { loadWorld } = await import('../simulated/world-catalogue.ts')
    return startSimulatedCloud({ ...options, world: await loadWorld(world), faults: parseFaults(faults) })
  },
  output: process.stdout,
  stopSignal: stop.signal,
})

addMapCommand(program, {
  settingsOf: (profile) => localCloudSettings(process.env, requestHandler, profile),
  output: process.stdout,
  progressOutput: process.stderr,
  stopSignal: stop.signal,
})

process.exitCode = await runProgram(program, process.argv.slice(2), process.stderr)
requestHandler.close()
