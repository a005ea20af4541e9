/** FSx: file systems. */
import * as module from '@aws-sdk/client-fsx'
import type { DescribeFileSystemsRequest, DescribeFileSystemsResponse, FileSystem } from '@aws-sdk/client-fsx'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'fsx',
  module,
  client: new module.FSxClient(idleClient),
  operations: {
    DescribeFileSystems: listOperation<DescribeFileSystemsRequest, DescribeFileSystemsResponse, FileSystem>({
      items: ({ regionData }) => regionData.fsx?.fileSystems,
      identifiers: [
        {
          parameter: 'FileSystemIds',
          of: (fileSystem) => [fileSystem.FileSystemId],
          notFound: (id) => new ProviderError('FileSystemNotFound', `File system '${id}' does not exist.`),
        },
      ],
      paging: {
        token: 'NextToken',
        size: 'MaxResults',
        minimum: 1,
        maximum: 2_147_483_647,
        default: 50,
        // The service's own maximum is not documented.
        ceiling: 50,
        badToken: () => new ProviderError('BadRequest', 'Invalid NextToken'),
        badSize: (size) => new ProviderError('BadRequest', `MaxResults must be at least 1, not ${size}`),
      },
      answer: (items, NextToken) => ({ FileSystems: [...items], NextToken }),
    }),
  },
}
