/** What a collector is: the declaration of one resource type, read page by page. The runner does everything else. */
import type { AccountSession } from '../cloud/account-session.ts'
import type { HeldAnswers } from '../cloud/answers/answer-room.ts'
import type { SdkClient, Service } from '../cloud/service.ts'
import type { Keep } from '../graph/keep.ts'
import type { Json } from '../graph/resource-graph.ts'
import type { ResourceReading } from '../graph/resource-version.ts'
import { type ResourceTypeName, resourceTypes } from '../resource-types/all.ts'
import { type CallMeter, meteredClient } from './call-meter.ts'
import { createItemReads, type ItemReads } from './item-reads.ts'
import { isGone } from './is-gone.ts'
import { type HostEntry, type HostTable, readHostTable } from './host-table.ts'
import { batches } from './input-batches.ts'
import { CollectError } from './collect-error.ts'
import { createCuts } from './cut-reading.ts'
import { mergeReads } from './merge.ts'
import { takeContent } from './page-content.ts'
import { relationReader, type RelationRule, ruleTypes } from './relation-rule.ts'
import { type TagTable, tagReader } from './tag-table.ts'

/** What the calls of a collector are made with. */
export type CallContext<Sdk, Client> = ItemReads & {
  readonly sdk: Sdk
  readonly client: Client
  /** The scanned region, for services that answer for all regions at once. */
  readonly region: string
  /** The 12-digit number of the scanned account. */
  readonly accountNumber: string
  /** Among the definition's `hosts`. */
  readonly resourceAt: HostTable
  /** The same for what a page's items are completed by: resolves when all of them were read. */
  readonly hostsRead: () => Promise<HostTable>
  /** All that one of the definition's `besides` finds; `null`: it could not be read. */
  readonly allOf: <Item>(collector: Collector<Item>) => Promise<readonly Item[] | null>
}

export type ResourceDescription = {
  /** `undefined` where the provider left it out: such an item is malformed, and fails the type. */
  readonly id: string | undefined
  readonly arn?: string | undefined
  readonly name?: string | undefined
  readonly tags?: Readonly<Record<string, string>>
  readonly properties?: Readonly<Record<string, Json | undefined>>
}

export type CollectorDefinition<Sdk, Client extends SdkClient, Input, Page, Item> = {
  /** The CloudFormation type name. */
  readonly type: ResourceTypeName
  /** The key of its count in `progress`. */
  readonly count: string
  /** `regional`: answers for the region of its endpoint; `global`: one endpoint answers for all regions. */
  readonly scope: 'regional' | 'global'
  /**
   * Of an account-wide list, only what concerns the scanned region: `pointed to` by what was read there, or `pointing to` it.
   * Default: `all`.
   */
  readonly keep?: Keep
  /** The IAM actions it calls, the listing one first: the source of the role's policy. */
  readonly permissions: readonly [string, ...string[]]
  readonly service: Service<Sdk, Client>
  /** What it reads for, where that is what another collector finds; `pages` is called for each batch. */
  readonly inputs?: Inputs<Input>
  /** Whose host names its relations have to know, where these do not tell whose they are. */
  readonly hosts?: readonly Hosts[]
  /** What else it has to know of, to tell what is worth asking. */
  readonly besides?: readonly Collector[]
  /** Pages as the SDK's paginator yields them, or the answers of single calls. */
  readonly pages: (
    context: CallContext<Sdk, Client>,
    inputs: readonly Input[],
  ) => AsyncIterable<Page> | Iterable<Page | Promise<Page>>
  /** The items of a page, completed by batch calls where one answer does not say enough. */
  readonly items: (
    page: Page,
    context: CallContext<Sdk, Client>,
  ) => readonly Item[] | undefined | Promise<readonly Item[]>
  /** Which items are of this type, where a list mixes several; the others remain for collectors that read for its items. */
  readonly ofType?: (item: NoInfer<Item>) => boolean
  readonly resource: (item: Item, context: CallContext<Sdk, Client>) => ResourceDescription
  readonly relations?: readonly RelationRule<NoInfer<Item>, CallContext<Sdk, Client>>[]
  /** Slow to list, in small pages, and had by the thousand: what a scan of a large account ends with, so its list starts first. */
  readonly startsFirst?: true
}

/** What one page brought: the provider's items, for collectors that read for them, and what is made of them. */
export type CollectedPage<Item = unknown> = {
  /** Its items. */
  readonly size: number
  /** None any more once `collected` was called: whoever still holds the page then holds nothing else. */
  readonly items: () => readonly Item[]
  /**
   * Waits for what else it takes, such as the tags of all resources; until then the list is read on. Readings are made one at a
   * time: all those of a page at once would be some megabytes that live just long enough to be kept.
   */
  readonly collected?: () => Promise<PageReadings>
  /** Resources that are counted only. */
  readonly counted?: number
  /** What people should know about the count, once everything before it is worked on; throws what refused every item. */
  readonly note?: () => string | null
}

export type PageReadings = { readonly count: number; readonly readings: Iterable<ResourceReading> }

export const pageWithoutItems = { size: 0, items: () => [] } satisfies CollectedPage<never>

export type CollectRun = {
  readonly session: AccountSession
  readonly meter: CallMeter
  readonly signal: AbortSignal
  /** What its answers take of the scan's memory. */
  readonly held: HeldAnswers
  /** What was selected from the items of one of its sources; `null`: those are not read in this run. */
  readonly found: <Selected>(source: Source<Selected>) => AsyncIterable<Selected> | null
}

/** A collector without the types of its service: what the catalogue lists and the runner runs. */
export type Collector<Item = unknown> = {
  readonly type: string
  readonly count: string
  readonly scope: 'regional' | 'global'
  readonly keep: Keep
  readonly permissions: readonly [string, ...string[]]
  /** Its relations in words, e.g. `contained in AWS::EC2::VPC`. */
  readonly relations: readonly string[]
  /** The types that its relations name. */
  readonly targetTypes: readonly string[]
  readonly serviceName: string
  /** What it reads for. */
  readonly parent: Source | null
  /** What else it has to know of, for host names or to tell what is worth asking. */
  readonly sources: readonly Source[]
  /** Whether its resources wait for what other lists tell: host names, or tags. */
  readonly waits: boolean
  /** Whether its list starts before all others. */
  readonly startsFirst: boolean
  /** Yields page by page; throws the SDK's error. */
  readonly collect: (run: CollectRun) => AsyncIterable<CollectedPage<Item>>
}

/** What a collector has to know of another one's items: selected from each as it is found, so that nobody has to keep the item. */
export type Source<Selected = unknown> = {
  readonly collector: Collector
  readonly select: (item: unknown, place: { readonly region: string }) => readonly Selected[]
}

/** All that a collector has to know of others. */
export function sourcesOf({ parent, sources }: Collector): readonly Source[] {
  return parent === null ? sources : [parent, ...sources]
}

/** Inputs that another collector finds. */
export type Inputs<Input> = Source<Input> & {
  /** The most inputs that one read takes. */
  readonly batch: number
}

/**
 * Reads for what `select` takes from each item of another collector, e.g. the ARN of each cluster. Equal inputs are read once,
 * at most `batch` of them together: as many as one call of the provider takes.
 */
export function from<Item, Input>(
  collector: Collector<Item>,
  select: (item: Item) => Input | undefined | readonly (Input | undefined)[],
  batch = 1,
): Inputs<Input> {
  return {
    collector,
    batch,
    select: (item) =>
      [select(item as Item)].flat().filter((input): input is Input & {} => input !== undefined && input !== null),
  }
}

/** Host names at which the resources of another collector answer. */
export type Hosts = Source<HostEntry>

export function hostsOf<Item>(
  collector: Collector<Item>,
  select: (item: Item, place: { readonly region: string }) => HostEntry | readonly HostEntry[],
): Hosts {
  return {
    collector,
    select: (item, place) => {
      const entries = select(item as Item, place)
      return 'host' in entries ? [entries] : entries
    },
  }
}

/** What resources lack that their own answers do not tell. */
type About = { readonly resourceAt: HostTable; readonly tags: TagTable | null }

/** All items of a type; `null` where they could not be read. */
export async function itemsIfRead<Item>(items: AsyncIterable<Item> | null): Promise<readonly Item[] | null> {
  try {
    return await Array.fromAsync(items ?? [])
  } catch {
    // Why it could not be read is told in the coverage of its own type.
    return null
  }
}

/** Reads for different inputs that run at once; the calls themselves are bounded by the account's rate budget. */
const concurrentReads = 32

export function defineCollector<Sdk, Client extends SdkClient, Input, Page, Item>(
  definition: CollectorDefinition<Sdk, Client, Input, Page, Item>,
): Collector<Item> {
  const { type, count, scope, keep = 'all', permissions, service, inputs, relations = [] } = definition
  const { hosts = [] } = definition
  const { taggedAs } = resourceTypes[type]
  const besides = (definition.besides ?? []).map((collector): Source => ({ collector, select: (item) => [item] }))
  const readRelations = relationReader(relations, permissions[0])
  return {
    type,
    count,
    scope,
    keep,
    permissions,
    targetTypes: [...new Set(relations.flatMap(ruleTypes))],
    relations: [...new Set(relations.flatMap((rule) => ruleTypes(rule).map((target) => `${rule.verb} ${target}`)))],
    serviceName: service.name,
    parent: inputs ?? null,
    waits: hosts.length > 0 || taggedAs !== undefined,
    startsFirst: definition.startsFirst ?? false,
    sources: [...hosts, ...besides],
    async *collect({ session, meter, signal, held, found }) {
      const { sdk, client } = await session.open(service)
      const hostTable = readHostTable(
        hosts.flatMap((source) => {
          const entries = found(source)
          return entries === null ? [] : { type: source.collector.type, entries }
        }),
      )
      const { note, isPartial, ...itemReads } = createItemReads(permissions)
      const readTags = taggedAs === undefined ? null : tagReader({ session, meter, signal }, taggedAs)
      const known = new Map(besides.map((source) => [source.collector, itemsIfRead(found(source))]))
      let about = null as About | null
      const cuts = createCuts()
      const unlocated = {
        ...itemReads,
        sdk,
        client: meteredClient(client, { session, meter, signal, held }),
        region: session.region,
        accountNumber: session.accountNumber,
        resourceAt: () => undefined,
        hostsRead: () => hostTable,
        // What is asked for is found by the collector that it is the items of.
        allOf: <Other>(collector: Collector<Other>) =>
          (known.get(collector) ?? Promise.resolve(null)) as Promise<readonly Other[] | null>,
      }
      const pageOf = async (content: Page): Promise<CollectedPage<Item>> => {
        let items = (await definition.items(content, unlocated)) ?? []
        return {
          size: items.length,
          items: () => items,
          collected: async () => {
            // The last one first, so that each can be let go of once it is read.
            const left = (definition.ofType === undefined ? items : items.filter(definition.ofType)).toReversed()
            items = []
            const count = left.length
            if (count === 0) return { count, readings: [] }
            about ??= { resourceAt: await hostTable, tags: readTags === null ? null : await readTags() }
            const { resourceAt, tags } = about
            const context = { ...unlocated, resourceAt }
            const readings = (function* () {
              while (left.length > 0) {
                const item = left.pop() as Item
                yield cuts.apply(
                  readingOf(definition, readRelations, item, context, { partial: isPartial(item), tags }),
                )
              }
            })()
            return { count, readings }
          },
        }
      }
      const read = async function* (batch: readonly Input[]): AsyncGenerator<CollectedPage<Item>> {
        for await (const page of definition.pages(unlocated, batch)) yield await pageOf(takeContent(page))
      }
      // What is read for one thing at a time has nothing to tell of one that is gone meanwhile.
      const readUnlessGone = async function* (batch: readonly Input[]): AsyncGenerator<CollectedPage<Item>> {
        try {
          yield* read(batch)
        } catch (error) {
          if (inputs?.batch !== 1 || !isGone(error)) throw error
        }
      }
      const wanted = inputs === undefined ? null : found(inputs)
      if (inputs === undefined || wanted === null) yield* read([])
      else yield* mergeReads(batches(wanted, inputs.batch), readUnlessGone, concurrentReads)
      yield {
        ...pageWithoutItems,
        note: () =>
          [note(), about?.tags?.note, cuts.note()].filter((each) => typeof each === 'string').join(' ') || null,
      }
    },
  }
}

/** What is made of one item. It runs for each resource of a scan. */
function readingOf<Sdk, Client extends SdkClient, Input, Page, Item>(
  definition: CollectorDefinition<Sdk, Client, Input, Page, Item>,
  relations: ReturnType<typeof relationReader<Item, CallContext<Sdk, Client>>>,
  item: Item,
  context: CallContext<Sdk, Client>,
  { partial, tags: table }: { readonly partial: boolean; readonly tags: TagTable | null },
): ResourceReading {
  const { type, permissions } = definition
  const { id, arn, name, tags, properties } = definition.resource(item, context)
  if (id === undefined || id === '')
    throw new CollectError(`${permissions[0]} answered a ${type} without its identifier.`)
  const resource = {
    type,
    id,
    arn: arn ?? null,
    name: name === undefined || name === '' ? null : name,
    presence: 'read' as const,
    tags: tags ?? (arn === undefined ? undefined : table?.tags?.get(arn)) ?? {},
    properties: properties ?? {},
  }
  return {
    resource: partial || table?.tags === null ? { ...resource, partial: true } : resource,
    relations: relations(item, context, { type, id }),
  }
}
