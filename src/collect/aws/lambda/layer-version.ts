import { defineCollector } from '../../collector.ts'
import { lambda } from './function.ts'

/** Collects the latest version of each layer. Other versions would take a call for each layer. */
export const layerVersion = defineCollector({
  type: 'AWS::Lambda::LayerVersion',
  count: 'layers',
  scope: 'regional',
  permissions: ['lambda:ListLayers'],
  service: lambda,
  // AWS accepts no larger page size.
  pages: ({ sdk, client }) => sdk.paginateListLayers({ client, pageSize: 50 }, {}),
  items: (page) => page.Layers,
  resource: ({ LayerName, LayerArn, LatestMatchingVersion }) => ({
    id: LayerName,
    arn: LayerArn,
    name: LayerName,
    properties: {
      latestVersion: LatestMatchingVersion?.Version,
      createdDate: LatestMatchingVersion?.CreatedDate,
      compatibleRuntimes: LatestMatchingVersion?.CompatibleRuntimes?.toSorted(),
      compatibleArchitectures: LatestMatchingVersion?.CompatibleArchitectures?.toSorted(),
    },
  }),
})
