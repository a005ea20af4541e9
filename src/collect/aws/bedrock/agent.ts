import type { Agent } from '@aws-sdk/client-bedrock-agent'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId, partitionOf, roleName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'

export const bedrock = defineService(
  'bedrock',
  () => import('@aws-sdk/client-bedrock-agent'),
  (sdk) => sdk.BedrockAgentClient,
)

/** Collects agents. Their instructions and prompts are never stored. */
export const agent = defineCollector({
  type: 'AWS::Bedrock::Agent',
  count: 'agents',
  scope: 'regional',
  permissions: ['bedrock:ListAgents', 'bedrock:GetAgent'],
  service: bedrock,
  pages: ({ sdk, client }) => sdk.paginateListAgents({ client, pageSize: 1000 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per agent, because the list omits model, role, and key.
    each(
      page.agentSummaries,
      async ({ agentId }): Promise<Partial<Agent>> =>
        (await client.send(new sdk.GetAgentCommand({ agentId }))).agent ?? { agentId },
      {
        listed: ({ agentId, agentName, description, agentStatus }): Partial<Agent> => ({
          agentId,
          agentName,
          description,
          agentStatus,
        }),
      },
    ),
  resource: (agent, { region, accountNumber }) => ({
    id: agent.agentId,
    // The list omits the ARN.
    arn: `arn:${partitionOf(region)}:bedrock:${region}:${accountNumber}:agent/${agent.agentId}`,
    name: agent.agentName,
    properties: {
      description: agent.description,
      status: agent.agentStatus,
      foundationModel: agent.foundationModel,
      orchestration: agent.orchestrationType,
      collaboration: agent.agentCollaboration,
      guardrail: agent.guardrailConfiguration?.guardrailIdentifier,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::IAM::Role',
      field: 'bedrock:GetAgent agent.agentResourceRoleArn',
      targets: (agent, place) => roleName(agent.agentResourceRoleArn, place),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'bedrock:GetAgent agent.customerEncryptionKeyArn',
      targets: (agent) => kmsKeyId(agent.customerEncryptionKeyArn),
    },
  ],
})
