/** What a world holds of web access control lists, in the SDK's own shapes. */
import type { LoggingConfiguration, ResourceType, WebACLSummary } from '@aws-sdk/client-wafv2'

export type WafData = {
  /** Regional ones. */
  readonly webAcls?: readonly WebACLSummary[]
  readonly loggingConfigurations?: readonly LoggingConfiguration[]
  /** ARNs of the protected resources, by the list's ARN and their kind. */
  readonly protectedResources?: Readonly<Record<string, Readonly<Partial<Record<ResourceType, readonly string[]>>>>>
}
