/**
 * Runs the official conformance scenarios of the Model Context Protocol against `/mcp`. The other scenarios ask a
 * server for tools, resources, and prompts of the suite's own, or for what Surveyor doesn't offer: logging,
 * completion, subscriptions, and questions to the user.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newKey, withEmptyService } from './empty-service.ts'
import { type Bench, type Figure, figure } from './figure.ts'
import { ownPackage } from './own-packages.ts'
import { newConnection } from './stored-scan.ts'

const scenarioMs = 60_000

/** The scenarios that apply, by revision. */
const scenarios: Readonly<Record<string, readonly string[]>> = {
  '2025-06-18': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'server-sse-multiple-streams',
    'tools-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ],
}

/** Checks of `server-stateless` that need tools of the suite, or subscriptions. */
const notApplicable: ReadonlySet<string> = new Set([
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-sends-subscription-ack',
  'sep-2575-server-tags-subscription-id',
])

type Check = { readonly id: string; readonly status: string; readonly errorMessage?: string }

export const benchConformance: Bench = (say) => {
  const program = ownPackage('conformance', ['@modelcontextprotocol', 'conformance', 'dist', 'index.js'], say)
  return withEmptyService(async (service) => {
    const { organizationId } = await newConnection(service.store, 'conformance')
    const proxy = await withKey(service.baseUrl, await newKey(service, organizationId))
    try {
      const figures: Figure[] = []
      for (const [revision, names] of Object.entries(scenarios)) {
        let [passed, failed] = [0, 0]
        for (const name of names) {
          const checks = await run(program, `${proxy.url}/mcp`, revision, name)
          const wrong = checks.filter(({ id, status }) => status === 'FAILURE' && !notApplicable.has(id))
          for (const { id, errorMessage = '' } of wrong) say(`${revision} ${name}: ${id} failed: ${errorMessage}`)
          for (const { id } of checks.filter(({ status }) => status === 'WARNING'))
            say(`${revision} ${name}: ${id} warns`)
          const right = checks.filter(({ status }) => status === 'SUCCESS').length
          if (right === 0) throw new Error(`The scenario ${name} of ${revision} checked nothing.`)
          passed += right
          failed += wrong.length
        }
        figures.push(
          figure(`${revision}: scenarios`, names.length, ''),
          figure(`${revision}: checks passed`, passed, ''),
          figure(`${revision}: checks failed`, failed, '', 0),
        )
      }
      return figures
    } finally {
      proxy.close()
    }
  })
}

/** The suite can't send an API key. This server on loopback adds it. */
async function withKey(baseUrl: string, key: string) {
  const { hostname, port } = new URL(baseUrl)
  const server = createServer((from, to) => {
    const headers = { ...from.headers, authorization: `Bearer ${key}` }
    const onward = request({ hostname, port, path: from.url, method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    onward.on('error', () => to.destroy())
    from.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Returns the checks of a scenario. */
async function run(program: string, url: string, revision: string, scenario: string): Promise<readonly Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-conformance-'))
  try {
    const output = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [program, 'server', '--url', url, '--spec-version', revision, '--scenario', scenario, '-o', folder],
        { timeout: scenarioMs },
        // It ends with 1 if a check failed.
        (_error, stdout, stderr) => resolve(stdout + stderr),
      )
    })
    const [results] = await readdir(folder)
    if (results === undefined) throw new Error(`The scenario ${scenario} of ${revision} did not run: ${output}`)
    return JSON.parse(await readFile(join(folder, results, 'checks.json'), 'utf8')) as readonly Check[]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
