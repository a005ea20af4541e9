/** What a collector is: the declaration of one resource type, read page by page. The runner does everything else. */
import type { AccountSession } from '../cloud/account-session.ts'
import type { SdkClient, Service } from '../cloud/service.ts'
import type { Json, Relation, Resource, ResourceReference, Verb } from '../graph/resource-graph.ts'
import { type CallMeter, meteredClient } from './call-meter.ts'

/** What the calls of a collector are made with. */
export type CallContext<Sdk, Client> = {
  readonly sdk: Sdk
  readonly client: Client
  /** The scanned region, for services that answer for all regions at once. */
  readonly region: string
  /** The 12-digit number of the scanned account. */
  readonly accountNumber: string
}

type Targets = string | undefined | readonly (string | undefined)[]

/** One kind of relation from the resource at hand to resources of one type. */
export type RelationRule<Item> = {
  readonly verb: Verb
  readonly type: string
  /** The field that proves it, e.g. `Subnets[].VpcId`; with the action in front where it is not the collector's first. */
  readonly field: string
  /** The targets' identifiers; one that is missing makes no relation. */
  readonly targets: (item: Item) => Targets
}

export type ResourceDescription = {
  /** `undefined` where the provider left it out: such an item is malformed, and fails the type. */
  readonly id: string | undefined
  readonly arn?: string | undefined
  readonly name?: string | undefined
  readonly tags?: Readonly<Record<string, string>>
  readonly properties?: Readonly<Record<string, Json | undefined>>
}

export type CollectorDefinition<Sdk, Client extends SdkClient, Page, Item> = {
  /** The CloudFormation type name. */
  readonly type: string
  /** The key of its count in `progress`. */
  readonly count: string
  /** `regional`: answers for the region of its endpoint; `global`: one endpoint answers for all regions. */
  readonly scope: 'regional' | 'global'
  /** The IAM actions it calls, the listing one first: the source of the role's policy. */
  readonly permissions: readonly [string, ...string[]]
  readonly service: Service<Sdk, Client>
  readonly pages: (context: CallContext<Sdk, Client>) => AsyncIterable<Page>
  /** The items of a page, completed by batch calls where one answer does not say enough. */
  readonly items: (
    page: Page,
    context: CallContext<Sdk, Client>,
  ) => readonly Item[] | undefined | Promise<readonly Item[]>
  readonly resource: (item: Item, context: CallContext<Sdk, Client>) => ResourceDescription
  readonly relations?: readonly RelationRule<NoInfer<Item>>[]
}

/** A resource as its collector read it, with relations that are not resolved yet. */
export type CollectedResource = { readonly resource: Resource; readonly relations: readonly Relation[] }

/** A collector without the types of its service: what the catalogue lists and the runner runs. */
export type Collector = Pick<
  CollectorDefinition<never, never, never, never>,
  'type' | 'count' | 'scope' | 'permissions'
> & {
  /** Its relations in words, e.g. `contained in AWS::EC2::VPC`. */
  readonly relations: readonly string[]
  readonly serviceName: string
  /** Yields page by page; throws the SDK's error. */
  readonly collect: (
    session: AccountSession,
    meter: CallMeter,
    signal: AbortSignal,
  ) => AsyncIterable<readonly CollectedResource[]>
}

export function defineCollector<Sdk, Client extends SdkClient, Page, Item>(
  definition: CollectorDefinition<Sdk, Client, Page, Item>,
): Collector {
  const { type, count, scope, permissions, service, relations = [] } = definition
  return {
    type,
    count,
    scope,
    permissions,
    relations: [...new Set(relations.map((rule) => `${rule.verb} ${rule.type}`))],
    serviceName: service.name,
    async *collect(session, meter, signal) {
      const { sdk, client } = await session.open(service)
      const context = {
        sdk,
        client: meteredClient(client, meter, signal),
        region: session.region,
        accountNumber: session.accountNumber,
      }
      for await (const page of definition.pages(context)) {
        const items = (await definition.items(page, context)) ?? []
        yield items.map((item) => collected(definition, item, context))
      }
    },
  }
}

function collected<Sdk, Client extends SdkClient, Page, Item>(
  definition: CollectorDefinition<Sdk, Client, Page, Item>,
  item: Item,
  context: CallContext<Sdk, Client>,
): CollectedResource {
  const { type, permissions } = definition
  const { id, arn, name, tags, properties } = definition.resource(item, context)
  if (id === undefined || id === '') throw new Error(`${permissions[0]} answered a ${type} without its identifier`)
  return {
    resource: {
      type,
      id,
      arn: arn ?? null,
      name: name === undefined || name === '' ? null : name,
      presence: 'read',
      tags: tags ?? {},
      properties: defined(properties ?? {}),
    },
    relations: (definition.relations ?? []).flatMap((rule) => relationsOf(rule, item, { type, id }, permissions[0])),
  }
}

function relationsOf<Item>(
  rule: RelationRule<Item>,
  item: Item,
  source: ResourceReference,
  action: string,
): readonly Relation[] {
  const evidence = rule.field.includes(' ') ? rule.field : `${action} ${rule.field}`
  return [rule.targets(item)]
    .flat()
    .flatMap((id) => id || [])
    .map((id) => ({ source, verb: rule.verb, target: { type: rule.type, id }, evidence }))
}

function defined(properties: Readonly<Record<string, Json | undefined>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  )
}
