/** WorkSpaces: desktops. */
import * as module from '@aws-sdk/client-workspaces'
import type { DescribeWorkspacesRequest, DescribeWorkspacesResult, Workspace } from '@aws-sdk/client-workspaces'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'workspaces',
  module,
  client: new module.WorkSpacesClient(idleClient),
  operations: {
    DescribeWorkspaces: listOperation<DescribeWorkspacesRequest, DescribeWorkspacesResult, Workspace>({
      items: ({ regionData }) => regionData.workspaces?.workspaces,
      // Desktops that do not exist are left out of the answer.
      identifiers: [{ parameter: 'WorkspaceIds', of: (workspace) => [workspace.WorkspaceId], notFound: null }],
      paging: {
        token: 'NextToken',
        size: 'Limit',
        minimum: 1,
        maximum: 25,
        default: 25,
        badToken: () => new ProviderError('InvalidParameterValuesException', 'The NextToken is not valid'),
        badSize: (size) =>
          new ProviderError(
            'ValidationException',
            `1 validation error detected: Value '${size}' at 'limit' failed to satisfy constraint`,
          ),
      },
      answer: (items, NextToken) => ({ Workspaces: [...items], NextToken }),
    }),
  },
}
