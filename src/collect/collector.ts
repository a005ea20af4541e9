/**
 * Defines a collector: the declaration of how one resource type is read page by page. The runner does everything else.
 */
import type { AccountSession } from '../cloud/account-session.ts'
import type { HeldResponses } from '../cloud/responses/response-memory.ts'
import type { SdkClient } from '../cloud/sdk/client.ts'
import type { Service } from '../cloud/service.ts'
import type { Keep } from '../graph/region-filter.ts'
import type { Json, ResourceReference } from '../graph/resource-graph.ts'
import type { ResourceReading } from '../graph/resource-version.ts'
import { type ResourceTypeName, resourceTypes } from '../resource-types/all.ts'
import { isGoneResource } from '../resource-types/look-ups.ts'
import { type CallMeter, meteredClient } from './reading/call-meter.ts'
import { CollectError } from './reading/collect-error.ts'
import { createCuts } from './reading/cut-reading.ts'
import { type HostEntry, type HostSource, type HostTable, readHostTable } from './references/host-table.ts'
import { type IdsOfType, type NameEntry, type NameTable, readNameTable } from './references/name-table.ts'
import { batches } from './reading/input-batches.ts'
import { isGone } from './reading/is-gone.ts'
import { createItemReads, type ItemReads } from './reading/item-reads.ts'
import { mergeReads } from './reading/merge.ts'
import { relationReader, type RelationRule, ruleTypes } from './relation-rule.ts'
import { type TagTable, tagReader } from './reading/tag-table.ts'

/** The SDK, the client, and the lookups that a collector's calls use. */
export type CallContext<Sdk, Client> = ItemReads & {
  readonly sdk: Sdk
  readonly client: Client
  /** Opens another service, for items of a list that need calls of both. */
  readonly open: <OtherSdk, OtherClient extends SdkClient>(
    service: Service<OtherSdk, OtherClient>,
  ) => Promise<{ readonly sdk: OtherSdk; readonly client: OtherClient }>
  /** The scanned region. Services whose responses cover all regions filter by it. */
  readonly region: string
  /** The 12-digit ID of the scanned account. */
  readonly accountNumber: string
  /** Finds the resource behind a host name, among the definition's `hosts`. */
  readonly resourceAt: HostTable
  /** Finds the resources with a name, among the definition's `names`. */
  readonly resourcesNamed: NameTable
  /** The resources of a type among the definition's `names`. */
  readonly idsOfType: IdsOfType
  /** Resolves with the same table as `resourceAt` once all hosts were read. For completing the items of a page. */
  readonly hostsRead: () => Promise<HostTable>
  /** All items of one of the definition's `alsoReads`; `null` if they couldn't be read. */
  readonly allOf: <Item>(collector: Collector<Item>) => Promise<readonly Item[] | null>
}

export type ResourceDescription = {
  /** `undefined` if AWS omitted it. The item is then malformed, and the type fails. */
  readonly id: string | undefined
  readonly arn?: string | undefined
  readonly name?: string | undefined
  readonly tags?: Readonly<Record<string, string>>
  readonly properties?: Readonly<Record<string, Json | undefined>>
}

export type CollectorDefinition<Type extends ResourceTypeName, Sdk, Client extends SdkClient, Input, Page, Item> = {
  /** The CloudFormation type name. */
  readonly type: Type
  /** The key of its count in `progress`. */
  readonly count: string
  /** `regional`: the list covers the region of its endpoint; `global`: one endpoint lists all regions. */
  readonly scope: 'regional' | 'global'
  /**
   * Filters an account-wide list: keeps resources with a relation from (`pointed to`) or to (`pointing to`) a resource
   * of the scanned region. Default: `all`.
   */
  readonly keep?: Keep
  /** The IAM actions that it calls, the list action first. The policy of the IAM role is made from them. */
  readonly permissions: readonly [string, ...string[]]
  readonly service: Service<Sdk, Client>
  /** Items of another collector to read for. `pages` is called for each batch. */
  readonly inputs?: Inputs<Input>
  /** Sources of host names that relations need, where a host name doesn't identify its resource. */
  readonly hosts?: readonly Hosts[]
  /** Sources of resource names that relations need, where settings have only plain names. */
  readonly names?: readonly Names[]
  /** Other collectors whose items decide which calls are worthwhile. */
  readonly alsoReads?: readonly Collector[]
  /** Pages from the SDK's paginator, or the responses of single calls. */
  readonly pages: (
    context: CallContext<Sdk, Client>,
    inputs: readonly Input[],
  ) => AsyncIterable<Page> | Iterable<Page | Promise<Page>>
  /** The items of a page, completed by batch calls where one response isn't enough. */
  readonly items: (
    page: Page,
    context: CallContext<Sdk, Client>,
  ) => readonly Item[] | undefined | Promise<readonly Item[]>
  /**
   * Selects the items of this type where a list mixes several types. Collectors that read for this one still get the
   * others.
   */
  readonly ofType?: (item: NoInfer<Item>) => boolean
  /**
   * Set if relations can name the items that `ofType` excludes. They aren't resources of the graph, nor outside the
   * scan.
   */
  readonly namesOthers?: true
  /** Set if some items name the scanned region without a relation to a resource in it. `keep` doesn't remove these. */
  readonly inRegion?: (item: NoInfer<Item>, context: CallContext<Sdk, Client>) => boolean
  readonly resource: (item: Item, context: CallContext<Sdk, Client>) => ResourceDescription
  readonly relations?: readonly RelationRule<NoInfer<Item>, CallContext<Sdk, Client>>[]
  /**
   * Set for types with long, slow lists in small pages. Their lists start first, because a scan of a large account ends
   * with them.
   */
  readonly startsFirst?: true
}

/** One page of a list. */
export type CollectedPage<Item = unknown> = {
  /** As AWS returned them. Collectors that read for these items use them. */
  readonly items: readonly Item[]
  /** Waits for other data that resources need, such as tags. Meanwhile the next pages are fetched. */
  readonly read?: () => Promise<PageReadings>
  /** The number of resources that are counted only. */
  readonly counted?: number
  /** A note for users about the count, valid once all earlier pages are processed. Throws if every item was denied. */
  readonly note?: () => string | null
}

/** The readings of a page. Each one is created during iteration. */
export type PageReadings = {
  readonly count: number
  readonly readings: Iterable<ResourceReading>
  /** Items that the list includes and the type excludes on purpose. Relations to them are dropped. */
  readonly leftOut: readonly ResourceReference[]
}

export type CollectRun = {
  readonly session: AccountSession
  readonly meter: CallMeter
  readonly signal: AbortSignal
  /** The part of the scan's memory that its responses take. */
  readonly held: HeldResponses
  /** The selected items of one of its sources; `null` if this run doesn't read that source. */
  readonly found: <Selected>(source: Source<Selected> | TypeSource<Selected>) => AsyncIterable<Selected> | null
  /** Called with errors that do not fail the type. */
  readonly onError: (error: unknown) => void
}

/** A collector without the types of its service, as the catalogue lists it and the runner runs it. */
export type Collector<Item = unknown, Type extends string = string> = {
  readonly type: Type
  readonly count: string
  readonly scope: 'regional' | 'global'
  readonly keep: Keep
  readonly permissions: readonly [string, ...string[]]
  /** Its relations in words, for example `contained in AWS::EC2::VPC`. */
  readonly relations: readonly string[]
  /** The target types of its relations. */
  readonly targetTypes: readonly ResourceTypeName[]
  readonly service: Service<unknown, SdkClient>
  /** The items that it reads for. */
  readonly parent: Source | null
  /** Other items that it needs: for host names, or to decide which calls are worthwhile. */
  readonly sources: readonly Source[]
  /** Sources by type name, whose collectors may read this collector's items in turn. */
  readonly typeSources?: readonly TypeSource[]
  /** Whether its resources wait for other lists, such as host names or tags. */
  readonly waits: boolean
  /** Whether its list starts before all others. */
  readonly startsFirst: boolean
  /** Yields one page at a time. Throws the SDK's error. */
  readonly collect: (run: CollectRun) => AsyncIterable<CollectedPage<Item>>
}

/**
 * The part of another collector's items that a collector needs. It is selected as soon as each item is found, so the
 * items aren't kept.
 */
export type Source<Selected = unknown> = {
  readonly collector: Collector
  readonly select: (item: unknown, place: { readonly region: string }) => readonly Selected[]
  /**
   * Set if the source is complete when the list ends, before its items become resources. Those may wait for the
   * collector that reads the source.
   */
  readonly endsWithList?: true
}

/**
 * A source by type name, for two collectors that read each other's items. Only one of the two files can import the
 * other.
 */
export type TypeSource<Selected = unknown> = Omit<Source<Selected>, 'collector'> & { readonly type: ResourceTypeName }

/** All sources of a collector. */
export function sourcesOf({ parent, sources }: Collector): readonly Source[] {
  return parent === null ? sources : [parent, ...sources]
}

/** Inputs from the items of another collector. */
export type Inputs<Input> = Source<Input> & {
  /** The maximum number of inputs of one read. */
  readonly batch: number
  /** Set if some items are listed without inputs: `pages` is first called with none. */
  readonly andWithout?: true
  /** Further sources of the same inputs. One that couldn't be read adds none; its coverage has the reason. */
  readonly more?: readonly Source<Input>[]
}

/**
 * Reads for the values that `select` takes from each item of another collector, for example the ARN of each cluster.
 * Equal inputs are read once. One read takes at most `batch` inputs, which is what one AWS call accepts.
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

/** The host names of another collector's resources. */
export type Hosts = (Source<HostEntry> | TypeSource<HostEntry>) & Pick<HostSource, 'isPrivate'>

export function hostsOf<Item>(
  collector: Collector<Item>,
  select: (item: Item, place: { readonly region: string }) => HostEntry | readonly HostEntry[],
): Source<HostEntry> {
  return {
    collector,
    endsWithList: true,
    select: (item, place) => {
      const entries = select(item as Item, place)
      return 'host' in entries ? [entries] : entries
    },
  }
}

/** The names of another collector's resources. */
export type Names = Source<NameEntry> | TypeSource<NameEntry>

export function namesOf<Item>(
  collector: Collector<Item>,
  select: (item: Item, place: { readonly region: string }) => NameEntry | readonly NameEntry[],
): Names {
  return { collector, endsWithList: true, select: (item, place) => [select(item as Item, place)].flat() }
}

/** The maximum number of concurrent reads for inputs. The account's rate budget limits the calls themselves. */
const concurrentReads = 32

export function defineCollector<Type extends ResourceTypeName, Sdk, Client extends SdkClient, Input, Page, Item>(
  definition: CollectorDefinition<Type, Sdk, Client, Input, Page, Item>,
): Collector<Item, Type> {
  const {
    type,
    count,
    scope,
    keep = 'all',
    permissions,
    service,
    inputs,
    hosts = [],
    names = [],
    relations = [],
  } = definition
  const alsoReads = (definition.alsoReads ?? []).map((collector): Source => ({
    collector,
    endsWithList: true,
    select: (item) => [item],
  }))
  return {
    type,
    count,
    scope,
    keep,
    permissions,
    targetTypes: [...new Set(relations.flatMap(ruleTypes))],
    relations: [...new Set(relations.flatMap((rule) => ruleTypes(rule).map((target) => `${rule.verb} ${target}`)))],
    service,
    parent: inputs ?? null,
    waits: hosts.length > 0 || names.length > 0 || resourceTypes[type].taggedAs !== undefined,
    startsFirst: definition.startsFirst ?? false,
    sources: [...[...hosts, ...names].filter((source) => 'collector' in source), ...alsoReads, ...(inputs?.more ?? [])],
    typeSources: [...hosts, ...names].filter((source) => 'type' in source),
    collect: (run) => collectPages(definition, alsoReads, run),
  }
}

async function* collectPages<Type extends ResourceTypeName, Sdk, Client extends SdkClient, Input, Page, Item>(
  definition: CollectorDefinition<Type, Sdk, Client, Input, Page, Item>,
  alsoReads: readonly Source[],
  run: CollectRun,
): AsyncGenerator<CollectedPage<Item>> {
  const { type, permissions, hosts = [], names = [], inputs } = definition
  const { session, meter, signal, held, found, onError } = run
  async function open<OtherSdk, OtherClient extends SdkClient>(service: Service<OtherSdk, OtherClient>) {
    const opened = await session.open(service)
    return { sdk: opened.sdk, client: meteredClient(opened.client, { meter, signal, held }) }
  }
  const { sdk, client } = await open(definition.service)
  const { note, isPartial, ...itemReads } = createItemReads({ permissions, signal, onError })
  const cuts = createCuts()
  const hostTable = readHostTable(
    hosts.flatMap((source) =>
      entriesOf(source, found).map((entries) => (source.isPrivate ? { ...entries, isPrivate: true } : entries)),
    ),
  )
  const nameTable = readNameTable(names.flatMap((source) => entriesOf(source, found)))
  const { taggedAs } = resourceTypes[type]
  const readTags = taggedAs === undefined ? null : tagReader({ session, meter, signal }, taggedAs)
  const itemsOf = new Map(alsoReads.map((source) => [source.collector, itemsIfRead(found(source))]))
  const context: CallContext<Sdk, Client> = {
    ...itemReads,
    sdk,
    client,
    open,
    region: session.region,
    accountNumber: session.accountNumber,
    resourceAt: () => undefined,
    resourcesNamed: () => [],
    idsOfType: () => [],
    hostsRead: () => hostTable,
    // The cast is safe: the items have the type of their own collector.
    allOf: <Other>(collector: Collector<Other>) =>
      (itemsOf.get(collector) ?? Promise.resolve(null)) as Promise<readonly Other[] | null>,
  }
  const relationsOf = relationReader(definition.relations ?? [], permissions[0])

  /** Data from other lists that resources need. The first reading awaits it. */
  let lookups = null as { readonly context: CallContext<Sdk, Client>; readonly tags: TagTable | null } | null
  async function readLookups() {
    const resourcesNamed = await nameTable
    lookups ??= {
      context: { ...context, resourceAt: await hostTable, resourcesNamed, idsOfType: resourcesNamed.idsOfType },
      tags: (await readTags?.()) ?? null,
    }
    return lookups
  }

  async function readItems(items: readonly Item[]): Promise<PageReadings> {
    const own = definition.ofType === undefined ? items : items.filter(definition.ofType)
    const leftOut = leftOutOf(definition, items, context)
    if (own.length === 0) return { count: 0, readings: [], leftOut }
    const { context: located, tags } = await readLookups()
    const readings = own.values().map((item) => {
      const resource = resourceOf(definition, item, located, { partial: isPartial(item), tags })
      const relations = isGoneResource(resource) ? [] : relationsOf(item, located, { type, id: resource.id })
      const inRegion = definition.inRegion?.(item, located) === true
      return cuts.apply(inRegion ? { resource, relations, inRegion } : { resource, relations })
    })
    return { count: own.length, readings, leftOut }
  }

  async function* readPages(batch: readonly Input[]): AsyncGenerator<CollectedPage<Item>> {
    for await (const page of definition.pages(context, batch)) {
      const items = (await definition.items(page, context)) ?? []
      yield { items, read: () => readItems(items) }
    }
  }

  /** Yields no pages for an input that was deleted after it was listed. */
  async function* readPagesUnlessGone(batch: readonly Input[]): AsyncGenerator<CollectedPage<Item>> {
    try {
      yield* readPages(batch)
    } catch (error) {
      if (inputs?.batch !== 1 || !isGone(error)) throw error
    }
  }

  const foundInputs = inputs === undefined ? null : found(inputs)
  if (inputs === undefined || foundInputs === null) yield* readPages([])
  else {
    if (inputs.andWithout === true) yield* readPages([])
    const more = (inputs.more ?? []).map((source) => found(source))
    yield* mergeReads(batches(allInputs(foundInputs, more), inputs.batch), readPagesUnlessGone, concurrentReads)
  }
  const notes = () => [note(), lookups?.tags?.note, cuts.note()]
  yield {
    items: [],
    note: () =>
      notes()
        .filter((each) => typeof each === 'string')
        .join(' ') || null,
  }
}

/** See `Inputs`. All sources are read at the same time, and kept until their turn. */
async function* allInputs<Input>(
  first: AsyncIterable<Input>,
  more: readonly (AsyncIterable<Input> | null)[],
): AsyncGenerator<Input> {
  yield* first
  for (const inputs of more) yield* (await itemsIfRead(inputs)) ?? []
}

/** References to the items that `ofType` excludes. */
function leftOutOf<Type extends ResourceTypeName, Sdk, Client extends SdkClient, Input, Page, Item>(
  { type, ofType, namesOthers, resource }: CollectorDefinition<Type, Sdk, Client, Input, Page, Item>,
  items: readonly Item[],
  context: CallContext<Sdk, Client>,
): readonly ResourceReference[] {
  if (ofType === undefined || namesOthers === undefined) return []
  return items
    .filter((item) => !ofType(item))
    .flatMap((item) => {
      const { id } = resource(item, context)
      return id === undefined ? [] : [{ type, id }]
    })
}

function entriesOf<Entry>(
  source: Source<Entry> | TypeSource<Entry>,
  found: CollectRun['found'],
): readonly { readonly type: string; readonly entries: AsyncIterable<Entry> }[] {
  const entries = found(source)
  const { type } = 'type' in source ? source : source.collector
  return entries === null ? [] : [{ type, entries }]
}

/** Returns all items of a type, or `null` if they couldn't be read. */
export async function itemsIfRead<Item>(items: AsyncIterable<Item> | null): Promise<readonly Item[] | null> {
  try {
    return await Array.fromAsync(items ?? [])
  } catch {
    // The coverage of that type has the reason.
    return null
  }
}

function resourceOf<Type extends ResourceTypeName, Sdk, Client extends SdkClient, Input, Page, Item>(
  definition: CollectorDefinition<Type, Sdk, Client, Input, Page, Item>,
  item: Item,
  context: CallContext<Sdk, Client>,
  { partial, tags: table }: { readonly partial: boolean; readonly tags: TagTable | null },
): ResourceReading['resource'] {
  const { type, permissions } = definition
  const { id, arn, name, tags, properties } = definition.resource(item, context)
  if (id === undefined || id === '') {
    throw new CollectError(`${permissions[0]} returned a ${type} without its identifier.`)
  }
  const resource = {
    type,
    id,
    arn: arn ?? null,
    name: name === undefined || name === '' ? null : name,
    presence: 'read' as const,
    tags: tags ?? (arn === undefined ? undefined : table?.tags?.get(arn)) ?? {},
    properties: properties ?? {},
  }
  return partial || table?.tags === null ? { ...resource, partial: true } : resource
}
