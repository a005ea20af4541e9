/** What a collector is: the declaration of one resource type, read page by page. The runner does everything else. */
import type { AccountSession } from '../cloud/account-session.ts'
import type { HeldResponses } from '../cloud/responses/response-memory.ts'
import type { SdkClient } from '../cloud/sdk/client.ts'
import type { Service } from '../cloud/service.ts'
import type { Keep } from '../graph/region-filter.ts'
import type { Json, ResourceReference } from '../graph/resource-graph.ts'
import type { ResourceReading } from '../graph/resource-version.ts'
import { type ResourceTypeName, resourceTypes } from '../resource-types/all.ts'
import { type CallMeter, meteredClient } from './reading/call-meter.ts'
import { CollectError } from './reading/collect-error.ts'
import { createCuts } from './reading/cut-reading.ts'
import { type HostEntry, type HostTable, readHostTable } from './references/host-table.ts'
import { type NameEntry, type NameTable, readNameTable } from './references/name-table.ts'
import { batches } from './reading/input-batches.ts'
import { isGone } from './reading/is-gone.ts'
import { createItemReads, type ItemReads } from './reading/item-reads.ts'
import { mergeReads } from './reading/merge.ts'
import { relationReader, type RelationRule, ruleTypes } from './relation-rule.ts'
import { type TagTable, tagReader } from './reading/tag-table.ts'

/** What the calls of a collector are made with. */
export type CallContext<Sdk, Client> = ItemReads & {
  readonly sdk: Sdk
  readonly client: Client
  /** Another service that the items of a list take as well. */
  readonly open: <OtherSdk, OtherClient extends SdkClient>(
    service: Service<OtherSdk, OtherClient>,
  ) => Promise<{ readonly sdk: OtherSdk; readonly client: OtherClient }>
  /** The scanned region, for services that answer for all regions at once. */
  readonly region: string
  /** The 12-digit number of the scanned account. */
  readonly accountNumber: string
  /** Among the definition's `hosts`. */
  readonly resourceAt: HostTable
  /** Among the definition's `names`. */
  readonly resourcesNamed: NameTable
  /** The same for what a page's items are completed by: resolves when all of them were read. */
  readonly hostsRead: () => Promise<HostTable>
  /** All that one of the definition's `alsoReads` finds; `null`: it could not be read. */
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

export type CollectorDefinition<Type extends ResourceTypeName, Sdk, Client extends SdkClient, Input, Page, Item> = {
  /** The CloudFormation type name. */
  readonly type: Type
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
  /** Whose names its relations have to know, where settings hold nothing else. */
  readonly names?: readonly Names[]
  /** What else it has to know of, to tell what is worth asking. */
  readonly alsoReads?: readonly Collector[]
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
  /** Resources name the others as well: they are no resources of the graph, nor outside of the scan. */
  readonly namesOthers?: true
  readonly resource: (item: Item, context: CallContext<Sdk, Client>) => ResourceDescription
  readonly relations?: readonly RelationRule<NoInfer<Item>, CallContext<Sdk, Client>>[]
  /** Slow to list, in small pages, and had by the thousand: what a scan of a large account ends with, so its list starts first. */
  readonly startsFirst?: true
}

/** One page of a list. */
export type CollectedPage<Item = unknown> = {
  /** As AWS returned them, for collectors that read for them. */
  readonly items: readonly Item[]
  /** Waits for what else resources need, such as tags. Meanwhile the next pages are fetched. */
  readonly read?: () => Promise<PageReadings>
  /** Resources that are counted only. */
  readonly counted?: number
  /** What users should know about the count, once all pages before it are processed. Throws when every item was denied. */
  readonly note?: () => string | null
}

/** Readings are made one at a time, while they are iterated. */
export type PageReadings = {
  readonly count: number
  readonly readings: Iterable<ResourceReading>
  /** Listed with the type, and left out of it on purpose: what names them leads nowhere else. */
  readonly leftOut: readonly ResourceReference[]
}

export type CollectRun = {
  readonly session: AccountSession
  readonly meter: CallMeter
  readonly signal: AbortSignal
  /** What its answers take of the scan's memory. */
  readonly held: HeldResponses
  /** What was selected from the items of one of its sources; `null`: those are not read in this run. */
  readonly found: <Selected>(source: Source<Selected> | TypeSource<Selected>) => AsyncIterable<Selected> | null
  /** Called with errors that do not fail the type. */
  readonly onError: (error: unknown) => void
}

/** A collector without the types of its service: what the catalogue lists and the runner runs. */
export type Collector<Item = unknown, Type extends string = string> = {
  readonly type: Type
  readonly count: string
  readonly scope: 'regional' | 'global'
  readonly keep: Keep
  readonly permissions: readonly [string, ...string[]]
  /** Its relations in words, e.g. `contained in AWS::EC2::VPC`. */
  readonly relations: readonly string[]
  /** The types that its relations name. */
  readonly targetTypes: readonly ResourceTypeName[]
  readonly service: Service<unknown, SdkClient>
  /** What it reads for. */
  readonly parent: Source | null
  /** What else it has to know of, for host names or to tell what is worth asking. */
  readonly sources: readonly Source[]
  /** Sources that read of this collector's items themselves. */
  readonly typeSources?: readonly TypeSource[]
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
  /** It is complete when the list is, before resources are made of its items: these may wait for the collector that reads it. */
  readonly endsWithList?: true
}

/** The same by the type's name, for two collectors that read of each other's items. Only one of the two can name the other itself. */
export type TypeSource<Selected = unknown> = Omit<Source<Selected>, 'collector'> & { readonly type: ResourceTypeName }

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
    endsWithList: true,
    select: (item, place) => {
      const entries = select(item as Item, place)
      return 'host' in entries ? [entries] : entries
    },
  }
}

/** What the resources of another collector are called. */
export type Names = Source<NameEntry> | TypeSource<NameEntry>

export function namesOf<Item>(
  collector: Collector<Item>,
  select: (item: Item, place: { readonly region: string }) => NameEntry | readonly NameEntry[],
): Names {
  return { collector, endsWithList: true, select: (item, place) => [select(item as Item, place)].flat() }
}

/** Reads for different inputs that run at once. The calls themselves are bounded by the account's rate budget. */
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
  const alsoReads = (definition.alsoReads ?? []).map((collector): Source => ({ collector, select: (item) => [item] }))
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
    sources: [...hosts, ...names.filter((source) => 'collector' in source), ...alsoReads],
    typeSources: names.filter((source) => 'type' in source),
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
  const hostTable = readHostTable(hosts.flatMap((source) => entriesOf(source, found)))
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
    hostsRead: () => hostTable,
    // The type of the items is that of the collector that finds them.
    allOf: <Other>(collector: Collector<Other>) =>
      (itemsOf.get(collector) ?? Promise.resolve(null)) as Promise<readonly Other[] | null>,
  }
  const relationsOf = relationReader(definition.relations ?? [], permissions[0])

  /** What resources need from other lists. It is awaited once something was found. */
  let lookups = null as { readonly context: CallContext<Sdk, Client>; readonly tags: TagTable | null } | null
  async function readLookups() {
    lookups ??= {
      context: { ...context, resourceAt: await hostTable, resourcesNamed: await nameTable },
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
      return cuts.apply({ resource, relations: relationsOf(item, located, { type, id: resource.id }) })
    })
    return { count: own.length, readings, leftOut }
  }

  async function* readPages(batch: readonly Input[]): AsyncGenerator<CollectedPage<Item>> {
    for await (const page of definition.pages(context, batch)) {
      const items = (await definition.items(page, context)) ?? []
      yield { items, read: () => readItems(items) }
    }
  }

  /** What was deleted after it was listed has no pages. */
  async function* readPagesUnlessGone(batch: readonly Input[]): AsyncGenerator<CollectedPage<Item>> {
    try {
      yield* readPages(batch)
    } catch (error) {
      if (inputs?.batch !== 1 || !isGone(error)) throw error
    }
  }

  const foundInputs = inputs === undefined ? null : found(inputs)
  if (inputs === undefined || foundInputs === null) yield* readPages([])
  else yield* mergeReads(batches(foundInputs, inputs.batch), readPagesUnlessGone, concurrentReads)
  const notes = () => [note(), lookups?.tags?.note, cuts.note()]
  yield {
    items: [],
    note: () =>
      notes()
        .filter((each) => typeof each === 'string')
        .join(' ') || null,
  }
}

/** Items that are not of the type, under the type's name. */
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

/** All items of a type; `null` where they could not be read. */
export async function itemsIfRead<Item>(items: AsyncIterable<Item> | null): Promise<readonly Item[] | null> {
  try {
    return await Array.fromAsync(items ?? [])
  } catch {
    // The coverage of their own type has the reason.
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
    throw new CollectError(`${permissions[0]} answered a ${type} without its identifier.`)
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
