/** A worker process that takes scan jobs, prints their IDs, and never ends them. Argument: URL of the runtime login. */
import { openScanJobs } from '../../src/jobs/scan-jobs.ts'

const jobs = await openScanJobs({
  runtimeUrl: process.argv[2] ?? '',
  expireSeconds: 600,
  onError: (error) => process.stderr.write(`${error.message}\n`),
})
await jobs.work({ concurrency: 1 }, async ({ scanId }) => {
  process.stdout.write(`${scanId}\n`)
  await new Promise(() => undefined)
})
