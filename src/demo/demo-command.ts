/** Starts the real service for the demo, with its own data folder and the simulated cloud. */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { roleAssumer } from '../cloud/assume-role.ts'
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import type { SharedRequestHandler } from '../cloud/sdk/client.ts'
import { readConfiguration } from '../configuration.ts'
import { PortTakenError, type startService } from '../composition/service.ts'
import type { startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import { runDemo } from './run-demo.ts'

/** Roughly the duration of an AWS call, so that the scan's progress is visible. */
const latencyMs = 60

export type DemoDependencies = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly startService: typeof startService
  readonly startSimulatedCloud: typeof startSimulatedCloud
  readonly requestHandler: SharedRequestHandler
  readonly say: (line: string) => void
  /** Aborts when the process is interrupted. */
  readonly stopSignal: AbortSignal
}

export async function demoCommand(
  options: { readonly once?: boolean; readonly json?: boolean },
  dependencies: DemoDependencies,
): Promise<void> {
  const { environment, say, stopSignal, requestHandler } = dependencies
  const folder = resolve(environment.DATA_DIR ?? './data/demo')
  const configuration = readConfiguration({ ...environment, DATA_DIR: folder, DATABASE_URL: undefined, ROLE: 'all' })
  await mkdir(folder, { recursive: true })
  const logFile = join(folder, 'service.log')
  // Also for an earlier log, because IAM roles and email addresses are private.
  await writeFile(logFile, '', { flag: 'a', mode: 0o600 })
  await chmod(logFile, 0o600)
  const logger = pino({ level: configuration.logLevel }, pino.destination({ dest: logFile, sync: true }))

  const cloud = await dependencies.startSimulatedCloud({ world: 'demo', latencyMs })
  const settings: CloudSettings = {
    endpoint: cloud.endpoint,
    forcePathStyle: true,
    credentials: () => () =>
      Promise.resolve({ accessKeyId: cloud.accessKeyId, secretAccessKey: cloud.secretAccessKey }),
    homeRegion: () => 'us-east-1',
    requestHandler,
  }
  const roles = roleAssumer(settings)
  try {
    const start = (port: number) => dependencies.startService({ ...configuration, port }, settings, logger)
    const service = await start(configuration.port).catch((error: unknown) => {
      if (!(error instanceof PortTakenError) || environment.PORT !== undefined) throw error
      say(`Port ${configuration.port} is in use. Using a free port.`)
      return start(0)
    })
    try {
      const [account] = cloud.accounts
      if (account === undefined) throw new Error('The demo world has no account.')
      const trust = (role: { roleArn: string; externalId: string }) => cloud.setRole(role)
      const staysOpen = options.once !== true
      const { publicUrl } = configuration
      const parts = { service, roles, account, trust, folder, publicUrl, staysOpen, signal: stopSignal, say }
      const result = await runDemo(parts)
      if (staysOpen) {
        say(`\nThe service runs until Ctrl-C. Its log: ${logFile}`)
        await new Promise<void>((ended) => stopSignal.addEventListener('abort', () => ended()))
        say('Stopping …')
      } else if (options.json === true) {
        say(JSON.stringify(result))
      }
    } finally {
      await service.close()
    }
  } finally {
    roles.close()
    await cloud.close()
  }
}
