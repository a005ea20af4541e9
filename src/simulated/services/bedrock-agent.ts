/** Bedrock: agents. */
import * as module from '@aws-sdk/client-bedrock-agent'
import type {
  Agent,
  GetAgentRequest,
  GetAgentResponse,
  ListAgentsRequest,
  ListAgentsResponse,
} from '@aws-sdk/client-bedrock-agent'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'bedrock',
  module,
  client: new module.BedrockAgentClient(idleClient),
  operations: {
    ListAgents: listOperation<ListAgentsRequest, ListAgentsResponse, Agent>({
      items: ({ regionData }) => regionData.bedrockAgent?.agents,
      paging: {
        token: 'nextToken',
        size: 'maxResults',
        minimum: 1,
        maximum: 1000,
        default: 10,
        badToken: () => new ProviderError('ValidationException', 'Invalid nextToken'),
        badSize: (size) => new ProviderError('ValidationException', `maxResults must be 1 to 1000, not ${size}`),
      },
      answer: (items, nextToken) => ({
        agentSummaries: items.map(({ agentId, agentName, agentStatus, description, updatedAt }) => ({
          agentId,
          agentName,
          agentStatus,
          description,
          updatedAt,
        })),
        nextToken,
      }),
    }),

    GetAgent: operation<GetAgentRequest, GetAgentResponse>({
      parameters: ['agentId'],
      answer({ agentId: id }, { regionData }) {
        const agent = regionData.bedrockAgent?.agents?.find(({ agentId }) => agentId === id)
        if (agent === undefined) {
          throw new ProviderError(
            'ResourceNotFoundException',
            `Failed to retrieve resource because it doesn't exist.`,
            404,
          )
        }
        return { agent }
      },
    }),
  },
}
