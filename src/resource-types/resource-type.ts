/** What is known of a resource type beyond how it is read: pure data, the same for collectors, diagrams, and the dashboard. */

/** CloudFormation's name of a type. */
export type TypeName = `AWS::${string}::${string}`

/** A file of AWS's icon set, without extension, and the shape for it in draw.io's `mxgraph.aws4` library. */
export type Icon = readonly [
  path: `${'resource' | 'architecture-service' | 'architecture-group'}/${string}`,
  shape: string,
]

/** How the last part of an ARN names a resource. The captured group is its identifier; without one, the matched ARN is. */
export type ArnForm = readonly [service: string, resource: RegExp]

export type ResourceType = {
  readonly type: TypeName
  /** As AWS calls it; the heading of its types in lists. */
  readonly service: string
  /** No two types share a plural. */
  readonly names: readonly [singular: string, plural: string]
  readonly icon: Icon
  /** Icons of finer kinds, by the value of one property. */
  readonly variants?: { readonly property: string; readonly icons: Readonly<Record<string, Icon>> }
  /**
   * `service/page` in AWS's console: `*` stands for the identifier, and what follows `#` is the page within the service.
   * Default: a search for it.
   */
  readonly console?: string
  /** Source: "Resource types defined by …" in the service authorization reference. */
  readonly arns?: readonly ArnForm[]
  /**
   * Host names of its endpoints, without region and domain. The captured group is its identifier; other groups are hashes of the account.
   * Sources: the pages "Finding the endpoint" and "Connecting to …" of the services' user guides.
   */
  readonly hosts?: readonly RegExp[]
  /** What the Resource Groups Tagging API calls it, where its own list leaves tags out. */
  readonly taggedAs?: string
  /** Programs are configured with its ARN or address. Types with `hosts` always are. */
  readonly inSettings?: true
}

/** The types of one service. `name`: what AWS calls the service. */
export function service<Name extends TypeName>(
  name: string,
  types: Readonly<Record<Name, Omit<ResourceType, 'type' | 'service'>>>,
): Readonly<Record<Name, ResourceType>> {
  const described = Object.entries<Omit<ResourceType, 'type' | 'service'>>(types).map(
    ([type, known]): [string, ResourceType] => [type, { type: type as Name, service: name, ...known }],
  )
  return Object.fromEntries(described) as Record<Name, ResourceType>
}
