/**
 * A process that uses the embedded PostgreSQL of a data folder. It prints one JSON line `{"ownerUrl", "notices"}` or
 * `{"error"}`, and ends when its input ends. Arguments: data folder, and `service` to claim the service.
 */
import { pathToFileURL } from 'node:url'

// An argument, so that a copy of the sources can be tested too.
const [modulePath = '', dataDirectory = '', purpose = ''] = process.argv.slice(2)
const { openEmbeddedPostgres } = (await import(
  pathToFileURL(modulePath).href
)) as typeof import('../../src/store/embedded-postgres.ts')

const notices: string[] = []
try {
  const postgres = await openEmbeddedPostgres({ dataDirectory, onNotice: (message) => notices.push(message) })
  try {
    if (purpose === 'service') await postgres.claimService()
    process.stdout.write(`${JSON.stringify({ ownerUrl: postgres.ownerUrl, notices })}\n`)
    for await (const chunk of process.stdin) void chunk
  } finally {
    await postgres.close()
  }
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`)
  process.exitCode = 1
}
