/** Reads the tags of resources whose list calls omit them, in one list of the Resource Groups Tagging API. */
import type { AccountSession } from '../../cloud/account-session.ts'
import { cloudFrontRegions, defineService, globalAcceleratorRegions, globalRegions } from '../../cloud/service.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'
import { type CallMeter, meteredClient } from './call-meter.ts'
import { classifyFailure } from './classify-failure.ts'
import { mostOf } from './cut-reading.ts'
import { cutText } from './cut-text.ts'
import { tagRecord } from '../properties/tags.ts'

export const tagging = defineService(
  'tag',
  () => import('@aws-sdk/client-resource-groups-tagging-api'),
  (sdk) => sdk.ResourceGroupsTaggingAPIClient,
)

/**
 * The resource types of the request, at most 100. It leaves out types whose own lists include tags, and unsupported
 * types such as database snapshots. A service without a type is used if its ARNs have names only. Source:
 * "Services that support the Resource Groups Tagging API" in its user guide.
 */
export const taggedKinds: readonly string[] = [
  ...new Set(everyResourceType.flatMap(({ taggedAs }) => (taggedAs === undefined ? [] : [taggedAs]))),
].sort()

type Tags = Readonly<Record<string, string>>

export type TagTable = {
  /** By ARN; `null` if they couldn't be read. */
  readonly tags: ReadonlyMap<string, Tags> | null
  /** Why they couldn't be read, for users. */
  readonly note: string | null
}

type Run = { readonly session: AccountSession; readonly meter: CallMeter; readonly signal: AbortSignal }

/** The regions that list the tags of global resources, by service and partition. */
const globalServices = new Map([
  ['cloudfront', cloudFrontRegions],
  ['globalaccelerator', globalAcceleratorRegions],
  ['route53', globalRegions],
])

const tables = new WeakMap<AccountSession, Map<string, Promise<TagTable>>>()

/**
 * Returns a function that resolves with the tags of this kind of resource. Tags are read once for each session and
 * region. The calls count for the first collector that requests them. The list of the scanned region starts at once,
 * the list of another region only when a resource needs it.
 */
export function tagReader(run: Run, kind: string): () => Promise<TagTable> {
  const { session } = run
  const region = regionOf(kind, session)
  const byRegion = tables.get(session) ?? new Map<string, Promise<TagTable>>()
  tables.set(session, byRegion)
  const read = () => {
    const table = byRegion.get(region) ?? readTagTable(run, region)
    byRegion.set(region, table)
    return table
  }
  if (region === session.region) void read()
  return read
}

function regionOf(kind: string, { partition, region }: AccountSession): string {
  return globalServices.get(kind.split(':')[0] ?? '')?.[partition] ?? region
}

async function readTagTable(run: Run, region: string): Promise<TagTable> {
  let kinds: readonly string[] = taggedKinds.filter((kind) => regionOf(kind, run.session) === region)
  for (;;) {
    try {
      return { tags: await readTags(run, region, kinds), note: null }
    } catch (error) {
      const known = withoutUnknown(kinds, error)
      if (known.length === kinds.length || known.length === 0) {
        const { reason } = classifyFailure(error, ['tag:GetResources'])
        return { tags: null, note: `The tags of these resources couldn't be read. ${reason}` }
      }
      kinds = known
    }
  }
}

async function readTags(run: Run, region: string, kinds: readonly string[]): Promise<ReadonlyMap<string, Tags>> {
  const tags = new Map<string, Tags>()
  const { sdk, client: shared } = await run.session.open(tagging, region)
  const client = meteredClient(shared, run)
  const pages = sdk.paginateGetResources({ client, pageSize: 100 }, { ResourceTypeFilters: [...kinds] })
  for await (const { ResourceTagMappingList = [] } of pages) {
    for (const { ResourceARN, Tags } of ResourceTagMappingList) {
      if (ResourceARN !== undefined) tags.set(ResourceARN, shortened(tagRecord(Tags)))
    }
  }
  return tags
}

/** Keeps one character more than the limit, so that the later cut is still reported. */
function shortened(tags: Tags): Tags {
  const most = mostOf.tag + 1
  if (Object.values(tags).every(({ length }) => length <= most)) return tags
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, cutText(value, most)]))
}

/** A region without a service rejects the whole request: `Unsupported service=pipes in ResourceTypeFilter`. */
function withoutUnknown(kinds: readonly string[], error: unknown): readonly string[] {
  const message = error instanceof Error ? error.message : ''
  const [, service] = /\bunsupported service\s*=\s*([\w-]+)/i.exec(message) ?? []
  return kinds.filter((kind) => kind.split(':')[0] !== service)
}
