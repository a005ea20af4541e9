/** Makes the few API calls of the demo, as a pipeline would. */

type Scan = {
  readonly id: string
  readonly status: string
  readonly region: string
  readonly progress: Readonly<Record<string, number>> | null
  readonly errorMessage: string | null
}

type Coverage = {
  readonly type: string
  readonly countKey: string
  readonly status: string
  readonly count: number | null
  readonly reason: string | null
}

type Diagram = { readonly id: string; readonly type: string; readonly title: string }

export type ApiClient = {
  createScan(cloudAccountId: string, region: string): Promise<Scan>
  scan(id: string): Promise<Scan>
  coverage(scanId: string): Promise<readonly Coverage[]>
  diagrams(scanId: string): Promise<readonly Diagram[]>
  picture(diagramId: string, format: string): Promise<Uint8Array>
}

export function apiClient(baseUrl: string, key: string, signal: AbortSignal): ApiClient {
  async function call(
    path: string,
    request: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) {
    const headers = { authorization: `Bearer ${key}`, ...request.headers }
    const response = await fetch(`${baseUrl}${path}`, { ...request, headers, signal })
    if (!response.ok)
      throw new Error(`${request.method ?? 'GET'} ${path} returned ${response.status}: ${await response.text()}`)
    return response
  }
  return {
    createScan: (cloudAccountId, region) =>
      data<Scan>(
        call('/api/scans', {
          method: 'POST',
          headers: { 'content-type': 'application/json', prefer: 'respond-async' },
          body: JSON.stringify({ cloudAccountId, region }),
        }),
      ),
    scan: (id) => data<Scan>(call(`/api/scans/${id}`)),
    coverage: async (scanId) => (await data<{ coverage: Coverage[] }>(call(`/api/scans/${scanId}/coverage`))).coverage,
    diagrams: async (scanId) => (await data<{ diagrams: Diagram[] }>(call(`/api/diagrams?scanId=${scanId}`))).diagrams,
    picture: async (diagramId, format) =>
      new Uint8Array(await (await call(`/api/diagrams/${diagramId}/content?format=${format}`)).arrayBuffer()),
  }
}

async function data<Data>(response: Promise<Response>): Promise<Data> {
  return ((await (await response).json()) as { data: Data }).data
}
