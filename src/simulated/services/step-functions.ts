/** Step Functions: state machines. */
import * as module from '@aws-sdk/client-sfn'
import type {
  DescribeStateMachineInput,
  DescribeStateMachineOutput,
  ListStateMachinesInput,
  ListStateMachinesOutput,
  StateMachineListItem,
} from '@aws-sdk/client-sfn'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'states',
  module,
  client: new module.SFNClient(idleClient),
  operations: {
    ListStateMachines: listOperation<ListStateMachinesInput, ListStateMachinesOutput, StateMachineListItem>({
      items: ({ regionData }) =>
        regionData.stepFunctions?.stateMachines?.map(({ stateMachineArn, name, type, creationDate }) => ({
          stateMachineArn,
          name,
          type,
          creationDate,
        })),
      paging: usualPaging<ListStateMachinesInput>({
        token: 'nextToken',
        size: 'maxResults',
        minimum: 0,
        maximum: 1000,
        default: 100,
        badToken: 'InvalidToken',
      }),
      answer: (items, nextToken) => ({ stateMachines: [...items], nextToken }),
    }),

    DescribeStateMachine: operation<DescribeStateMachineInput, DescribeStateMachineOutput>({
      parameters: ['stateMachineArn', 'includedData'],
      answer({ stateMachineArn, includedData }, { regionData, caller }) {
        const machine = regionData.stepFunctions?.stateMachines?.find(
          (known) => known.stateMachineArn === stateMachineArn,
        )
        if (machine === undefined) {
          throw new ProviderError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${stateMachineArn}'`)
        }
        const { definition, ...metadata } = machine
        if (includedData === 'METADATA_ONLY') return { ...metadata, definition: undefined }
        if (regionData.stepFunctions?.lockedDefinitions?.includes(machine.stateMachineArn ?? '') === true) {
          throw new ProviderError(
            'KmsAccessDeniedException',
            `User: ${caller.arn} is not authorized to perform: kms:Decrypt on this resource because no resource-based policy allows the kms:Decrypt action`,
          )
        }
        return { ...metadata, definition }
      },
    }),
  },
}
