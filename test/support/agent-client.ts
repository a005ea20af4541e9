/** Asks a running service as an agent does: with the official client, over HTTP, in the newest revision of the protocol. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** Unchecked. Each answer has some of these fields, and tests check them. */
export type AgentData = {
  readonly scan: { readonly id: string }
  readonly error: { readonly code: string; readonly details: readonly { readonly path: readonly string[] }[] }
  readonly counts: Readonly<Record<string, number>>
  readonly resource: unknown
  readonly resources: unknown
  readonly matches: number
  readonly verdict: string
  readonly mermaid: string | null
  readonly diagram: string
  readonly accounts: readonly unknown[]
  readonly id: string
  readonly cursor?: string
}

export type AgentAnswer = {
  readonly isError: boolean
  /** Structured content, or the error envelope. */
  readonly data: AgentData
  /** The blocks of the answer. */
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[]
  /** Bytes of the data as the model reads them, divided by 4. */
  readonly tokens: number
}

export type AgentClient = {
  readonly client: Client
  ask(tool: string, input?: Readonly<Record<string, unknown>>): Promise<AgentAnswer>
  close(): Promise<void>
}

export async function connectAgent(baseUrl: string, key: string): Promise<AgentClient> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  // The client checks each answer with the schema of its tool.
  await client.listTools()
  return {
    client,
    async ask(tool, input = {}) {
      const answer = await client.callTool({ name: tool, arguments: input })
      const content = answer.content as AgentAnswer['content']
      const text = content.find(({ type }) => type === 'text')?.text ?? ''
      const data = (answer.isError === true ? JSON.parse(text) : answer.structuredContent) as AgentData
      return { isError: answer.isError === true, data, content, tokens: Buffer.byteLength(text) / 4 }
    },
    close: () => client.close(),
  }
}
