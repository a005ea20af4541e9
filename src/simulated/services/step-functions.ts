/** Step Functions: state machines. */
import type { DescribeStateMachineOutput } from '@aws-sdk/client-sfn'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly stepFunctions?: {
      readonly stateMachines?: readonly DescribeStateMachineOutput[]
      /** The ARNs of state machines whose definition is encrypted with an inaccessible key. */
      readonly lockedDefinitions?: readonly string[]
    }
  }
}

export const service = defineService('stepFunctions', () => import('@aws-sdk/client-sfn'), {
  iamPrefix: 'states',
  pages: { smallest: 0, largest: 1000, usual: 100, badToken: 'InvalidToken' },
})({
  ListStateMachines: { list: 'stateMachines' },
  DescribeStateMachine: {
    one: 'stateMachines',
    notFound: 'StateMachineDoesNotExist',
    parameters: ['includedData'],
    item({ definition, ...metadata }, { lockedDefinitions = [] }, { includedData }, { caller }) {
      if (includedData === 'METADATA_ONLY') return { ...metadata, definition: undefined }
      if (!lockedDefinitions.includes(metadata.stateMachineArn ?? '')) return { ...metadata, definition }
      throw new ProviderError(
        'KmsAccessDeniedException',
        `User: ${caller.arn} is not authorized to perform: kms:Decrypt on this resource because no resource-based policy allows the kms:Decrypt action`,
      )
    },
  },
})
