/**
 * Counts the resources of unsupported types, so that no resource is silently missing. The count comes from AWS Config
 * if it records, else from Resource Explorer, else from the Resource Groups Tagging API. Its note names the source and
 * what that source doesn't cover.
 */
import type { ConfigurationRecorder } from '@aws-sdk/client-config-service'
import { defineService } from '../cloud/service.ts'
import { config, configurationRecorder } from './aws/config/configuration-recorder.ts'
import { meteredClient } from './reading/call-meter.ts'
import { CollectError } from './reading/collect-error.ts'
import { type Collector, type CollectRun, itemsIfRead, type Source } from './collector.ts'
import { tagging } from './reading/tag-table.ts'

export const resourceExplorer = defineService(
  'resource-explorer-2',
  () => import('@aws-sdk/client-resource-explorer-2'),
  (sdk) => sdk.ResourceExplorer2Client,
)

/** The type of its entry in the coverage. */
export const otherType = 'other'

/** The types that collectors read. */
export type KnownTypes = {
  readonly types: ReadonlySet<string>
  /** The IAM prefixes of their services. ARNs use the same service names. */
  readonly services: ReadonlySet<string>
}

/** Counts by the source's own type names. */
type Count = { readonly byType: ReadonlyMap<string, number>; readonly source: string; readonly blindSpots: string }

/** Resolves with `null` if the source has no data for this account and region. */
type CountSource = (run: CollectRun, known: KnownTypes) => Promise<Count | null>

const recorders: Source<ConfigurationRecorder> = {
  collector: configurationRecorder,
  select: (item) => [item as ConfigurationRecorder],
}

/** The number of types that the note names. The rest is summed up. */
const namedTypes = 20

/** The maximum number of results of a Resource Explorer query. Source: Search, Resource Explorer API Reference. */
const explorerResults = 1000

export function otherResources(known: KnownTypes): Collector {
  return {
    type: otherType,
    count: 'others',
    scope: 'regional',
    keep: 'all',
    permissions: [
      'config:DescribeConfigurationRecorderStatus',
      'config:GetDiscoveredResourceCounts',
      'resource-explorer-2:Search',
      'tag:GetResources',
    ],
    relations: [],
    targetTypes: [],
    service: config,
    parent: null,
    sources: [recorders],
    waits: false,
    startsFirst: false,
    async *collect(run) {
      const failures: unknown[] = []
      for (const source of [countByConfig, countByResourceExplorer, countByTagging]) {
        const count = await source(run, known).catch((error: unknown) => {
          run.signal.throwIfAborted()
          failures.push(error)
          return null
        })
        if (count === null) continue
        const counted = [...count.byType.values()].reduce((sum, number) => sum + number, 0)
        yield { items: [], counted, note: () => note(count) }
        return
      }
      throw failures[0] ?? new CollectError('No source counts the resources of this account.')
    },
  }
}

const countByConfig: CountSource = async ({ session, meter, signal, found }, { types }) => {
  const { sdk, client: shared } = await session.open(config)
  const client = meteredClient(shared, { meter, signal })
  const [all, { ConfigurationRecordersStatus = [] }] = await Promise.all([
    itemsIfRead(found(recorders)),
    client.send(new sdk.DescribeConfigurationRecorderStatusCommand({})),
  ])
  if (!ConfigurationRecordersStatus.some(({ recording }) => recording === true)) return null
  const byType = new Map<string, number>()
  for (let nextToken: string | undefined, pages = 0; pages === 0 || nextToken !== undefined; pages += 1) {
    const page = await client.send(new sdk.GetDiscoveredResourceCountsCommand({ limit: 100, nextToken }))
    for (const { resourceType, count = 0 } of page.resourceCounts ?? []) {
      if (resourceType !== undefined && !types.has(resourceType) && count > 0) byType.set(resourceType, count)
    }
    nextToken = page.nextToken
  }
  const recordsAll = all?.some(({ recordingGroup }) => recordingGroup?.allSupported === true)
  return {
    byType,
    source: 'AWS Config',
    blindSpots: recordsAll === true ? 'types that AWS Config does not support' : 'types that its recorder excludes',
  }
}

const countByResourceExplorer: CountSource = async ({ session, meter, signal }, { services }) => {
  const { sdk, client: shared } = await session.open(resourceExplorer)
  const client = meteredClient(shared, { meter, signal })
  const byType = new Map<string, number>()
  let complete = true
  const pages = sdk.paginateSearch({ client, pageSize: explorerResults }, { QueryString: `region:${session.region}` })
  for await (const { Resources = [], Count } of pages) {
    for (const { Service = '', ResourceType = '' } of Resources) if (!services.has(Service)) add(byType, ResourceType)
    complete &&= Count?.Complete !== false
  }
  return {
    byType,
    source: 'AWS Resource Explorer',
    blindSpots:
      'resources that are not indexed yet, and unsupported types of partly supported services' +
      (complete ? '' : `; results beyond the first ${explorerResults}`),
  }
}

const countByTagging: CountSource = async ({ session, meter, signal }, { services }) => {
  const { sdk, client: shared } = await session.open(tagging)
  const client = meteredClient(shared, { meter, signal })
  const byType = new Map<string, number>()
  for await (const page of sdk.paginateGetResources({ client, pageSize: 100 }, {})) {
    for (const { ResourceARN = '' } of page.ResourceTagMappingList ?? []) {
      const [, , service = '', , , resource = ''] = ResourceARN.split(':')
      if (!services.has(service)) add(byType, `${service}:${resource.split('/')[0]}`)
    }
  }
  return {
    byType,
    source: 'the Resource Groups Tagging API',
    blindSpots: 'resources that were never tagged, and unsupported types of partly supported services',
  }
}

function add(counts: Map<string, number>, type: string): void {
  counts.set(type, (counts.get(type) ?? 0) + 1)
}

function note({ byType, source, blindSpots }: Count): string {
  const types = [...byType].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([type, count]) => `${count} ${type}`)
  const rest = types.length - namedTypes
  const listed = types.slice(0, namedTypes).join(', ') + (rest > 0 ? ` and ${rest} more types` : '')
  return `Counted by ${source}${listed === '' ? '' : `: ${listed}`}. Not counted: ${blindSpots}.`
}
