/** Sends constant load while faults happen: reads, creates, and diagram requests. */
import { setTimeout as sleep } from 'node:timers/promises'

export type LoadAnswer = {
  readonly what: 'read' | 'create' | 'picture'
  /** `null` without a response. */
  readonly status: number | null
  readonly requestId: string | null
  readonly durationMs: number
  /** For a create: how its scan ended. */
  readonly scan: { readonly id: string; readonly status: string; readonly errorMessage: string | null } | null
}

export type LoadTarget = { readonly baseUrls: readonly string[]; readonly key: string; readonly connectionId: string }

/** Not shorter, so that the processors have time for the faults. */
const pauseMs = 400
/** A client stops waiting after this time. That counts as no response. */
const patienceMs = 120_000
/** One create at a time, because each is a whole scan. It waits during nearly all faults. */
const region = 'us-east-1'

export type ConstantLoad = {
  readonly answers: readonly LoadAnswer[]
  /** Sends one request of each kind. */
  once(): Promise<readonly LoadAnswer[]>
  /** Resolves after the last response. */
  stop(): Promise<void>
}

/** `pictureId`: the ID of a diagram. */
export function startConstantLoad(target: LoadTarget, pictureId: string): ConstantLoad {
  const answers: LoadAnswer[] = []
  const stopped = new AbortController()
  let turn = 0

  async function ask(what: LoadAnswer['what'], path: string, init: RequestInit = {}): Promise<LoadAnswer> {
    const baseUrl = target.baseUrls[turn++ % target.baseUrls.length] ?? ''
    const startedAt = performance.now()
    const headers = { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' }
    let [status, requestId, scan]: [number | null, string | null, LoadAnswer['scan']] = [null, null, null]
    try {
      const response = await fetch(`${baseUrl}${path}`, { ...init, headers, signal: AbortSignal.timeout(patienceMs) })
      const text = await response.text()
      status = response.status
      requestId = response.headers.get('x-request-id')
      if (what === 'create' && status === 201) scan = (JSON.parse(text) as { data: LoadAnswer['scan'] }).data
    } catch {
      status = null
    }
    return { what, status, requestId, durationMs: performance.now() - startedAt, scan }
  }

  const read = () => ask('read', '/api/scans?limit=10')
  const picture = () => ask('picture', `/api/diagrams/${pictureId}/content?format=svg`)
  const create = (region: string) =>
    ask('create', '/api/scans', {
      method: 'POST',
      body: JSON.stringify({ cloudAccountId: target.connectionId, region }),
    })

  async function repeat(request: () => Promise<LoadAnswer>): Promise<void> {
    while (!stopped.signal.aborted) {
      answers.push(await request())
      await sleep(pauseMs)
    }
  }
  const loops = [repeat(read), repeat(read), repeat(picture), repeat(() => create(region))]

  return {
    answers,
    once: () => Promise.all([read(), picture(), create('eu-central-1')]),
    async stop() {
      stopped.abort()
      await Promise.all(loops)
    },
  }
}
