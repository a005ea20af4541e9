/** Bedrock: agents. */
import type { Agent } from '@aws-sdk/client-bedrock-agent'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly bedrockAgent?: Lists<{ agents: Agent }>
  }
}

export const service = defineService('bedrockAgent', () => import('@aws-sdk/client-bedrock-agent'), {
  iamPrefix: 'bedrock',
  pages: { largest: 1000, usual: 10, error: 'ValidationException' },
})({
  ListAgents: { list: 'agents' },
  GetAgent: { one: 'agents', notFound: ['ResourceNotFoundException', 404] },
})
