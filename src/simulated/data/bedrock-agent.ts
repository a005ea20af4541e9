/** What a world holds of Bedrock agents, in the SDK's own shapes. */
import type { Agent } from '@aws-sdk/client-bedrock-agent'

export type BedrockAgentData = {
  readonly agents?: readonly Agent[]
}
