/** What is known of a resource type beyond how it is read: pure data, the same for collectors, diagrams, and the dashboard. */

/** CloudFormation's name of a type. */
export type TypeName = `AWS::${string}::${string}`

/** A file of AWS's icon set, without extension, and the shape for it in draw.io's `mxgraph.aws4` library. */
export type Icon = readonly [
  path: `${'resource' | 'architecture-service' | 'architecture-group'}/${string}`,
  shape: string,
]

export type Names = readonly [singular: string, plural: string]

/** How the last part of an ARN names a resource. The captured group is its identifier; without one, the matched ARN is. */
export type ArnForm = readonly [service: string, resource: RegExp]

/** `Named`: the types that it names, which have to be described as well. */
export type ResourceType<Name extends TypeName = TypeName, Named extends TypeName = TypeName> = {
  readonly type: Name
  /** As AWS calls it; the heading of its types in lists. */
  readonly service: string
  /** AWS's words. No two types share a plural. */
  readonly names: Names
  /** Beside the type's own icon, and under a heading that names the service. Default: the same. */
  readonly shortNames?: Names
  readonly icon: Icon
  /** Finer kinds, by the value of one property. */
  readonly variants?: {
    readonly property: string
    readonly icons?: Readonly<Record<string, Icon>>
    readonly names?: Readonly<Record<string, Pick<ResourceType, 'names' | 'shortNames'>>>
  }
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
  /** The same with a group that is its name, which is not its identifier. */
  readonly nameHosts?: readonly RegExp[]
  /** What the Resource Groups Tagging API calls it, where its own list leaves tags out. */
  readonly taggedAs?: string
  /** Programs are configured with its ARN or address. Types with `hosts` always are. */
  readonly inSettings?: true
  /** Words in a variable's name after which its value may be nothing but the name of such a resource: `ORDERS_TABLE=orders`. */
  readonly settingWords?: readonly string[]
  readonly picture: Picture<Named>
  /** What it is contained in. `beside`: both have boxes; `within`: it has none where the whole was read; `never`: it has none. */
  readonly partOf?: { readonly whole: Named; readonly drawn: 'beside' | 'within' | 'never' }
  /**
   * On the way to neighbors: `through` is no step, since it is drawn as an arrow or as part of something else; `end` is reached and not
   * left, since so many use it that it joins what has nothing to do with each other. Default: a step.
   */
  readonly walk?: 'through' | 'end'
  /** `stack`, `cluster`: what it contains is one application. `shared`: those that use the same one are not one application for that. */
  readonly applications?: 'stack' | 'cluster' | 'shared'
  /** How it may be reached from outside the account, or used by others. */
  readonly exposedBy?: Exposed
  /** Its part in networks. Exactly one type plays each. */
  readonly plays?: NetworkPart
  /** How its ids begin, where a field names resources of several types by id. */
  readonly idPrefix?: `${string}-`
  /** What it names by these verbs is in its own VPC. */
  readonly sameNetwork?: readonly ('associated with' | 'routes to')[]
  /** Others are in a subnet or a VPC by being attached to it. */
  readonly locates?: 'subnet' | 'VPC'
  /** The source ports of what it opens: all from 1024 on, not those that operating systems take. */
  readonly clientPorts?: 'all'
  /** Its network interfaces open connections, and take none; they have no public address. Default: both. */
  readonly connections?: 'outward only'
  /** What its relations with this verb name needs it: a volume's instance breaks without the volume. */
  readonly neededBy?: { readonly verb: 'attached to' | 'associated with'; readonly effect: 'breaks' | 'degrades' }
  /** Only starting something needs it: what runs keeps running without it. */
  readonly neededToStart?: true
  /** Values of `state` at which it is no more: it is not drawn. */
  readonly gone?: readonly string[]
}

/** Its part in diagrams, or why it has none besides the inventory. */
export type Picture<Named extends TypeName = TypeName> =
  | { readonly none: string }
  | { readonly frame: 'network' | 'subnet' }
  | (Roles<Named> & AtLeastOne<Omit<Roles<Named>, 'words'>>)

export type Roles<Named extends TypeName = TypeName> = {
  /** A box of its own in the architecture. */
  readonly box?: Box<Named>
  /** A box where data flows in or out of it. */
  readonly flow?: 'caller' | 'alarm' | 'source' | 'messaging' | 'store'
  /** Drawn as an arrow where data flows. */
  readonly line?: Line
  readonly network?: NetworkPlace
  /** `protection`: what it protects may be more open than it looks where it could not be read. */
  readonly security?: 'group' | 'source' | 'protection'
  /** Said where it has no box. */
  readonly words?: string
}

type AtLeastOne<Of> = { readonly [Key in keyof Of]-?: Required<Pick<Of, Key>> }[keyof Of]

/** Where a box is in its VPC when it is in no single subnet; `edge`: before all VPCs. */
export type Tier = 'edge' | 'gateway' | 'load balancer' | 'application' | 'data'

export type Box<Named extends TypeName = TypeName> = {
  readonly tier: Tier
  /** What looks empty where it could not be read: a subnet that may have it, or only the VPC. Default: it is in no VPC. */
  readonly within?: 'subnet' | 'VPC'
  /** In whichever subnet of its group, even where that has a single one now. */
  readonly spansGroup?: true
  /** What its second line says. Default: its name and finer kind. */
  readonly card?: Card
  /** Its heading outside VPCs. Default: its plural. */
  readonly shelf?: string
  /** It has no box where one of these is in use. */
  readonly shownBy?: { readonly type: Named; readonly by: End }
  /** Requests to it go on to what it routes to or invokes, and to what registers itself with it. */
  readonly forwards?: true
  /** Every account has one of this name: drawn only when it contains what uses it. */
  readonly everyAccountHas?: { readonly name: string; readonly usedBy: Named }
}

export type Card =
  | 'instance'
  | 'kind and scheme'
  | 'classic'
  | 'connectivity'
  | 'runtime and memory'
  | 'in its cluster'
  | 'engine'
  | 'engine cluster'

/** Each has a function in `src/meaning/exposure`. */
export type ExposureRule =
  /** It serves the internet by nature. */
  | 'enabled'
  | 'API endpoint'
  | 'resource policy'
  | 'bucket access'
  | 'cluster endpoint'
  | 'public setting'
  | 'publicly accessible'
  | 'internet-facing'
  | 'public address'
  | 'server endpoint'
  | 'open ports'
  | 'environment address'
  | 'hosted pages'
  | 'public copy'
  | 'function access'
  | 'client VPN'
  /** It isn't exposed itself: it tells of others. */
  | 'analyzer findings'

export type Exposed = {
  readonly rule: ExposureRule
  /** What opens it, as people are told. */
  readonly by: string
  /** The IAM actions that tell, where its list does not. */
  readonly reads?: readonly [string, ...string[]]
  /** At which it serves; several with commas between. Default: not known. */
  readonly ports?: string
  /** What every caller has to meet. */
  readonly condition?: string
  /** IAM Access Analyzer judges it too. Source: "Resource types for external access" in the guide of IAM. */
  readonly accessAnalyzer?: true
  /** Values of `state` or `status` at which nobody is served. */
  readonly idle?: readonly string[]
  /** It may have no security groups, and is open to all then. Default: if none are known, nobody knows what they allow. */
  readonly groups?: 'optional'
  /** It is in one of the subnets of its group only. Default: in all. */
  readonly isInOneSubnet?: true
}

/** One end of a relation: its own relations, or others' that name it. */
export type End = readonly [
  whose: 'own' | 'other',
  verb: 'associated with' | 'contained in' | 'invokes' | 'routes to' | 'subscribes to' | 'uses',
]

export type Line = {
  /** Where the arrow begins. Another line there begins where its own arrow does. */
  readonly from: End
  readonly to: readonly End[]
  /** What it is called in the arrow's text. Default: nothing. */
  readonly via?: string
  /** Where what it `routes to` on failure comes from: what it invokes, or where it begins. */
  readonly onFailure?: 'from target' | 'from source'
}

export type NetworkPlace =
  | { readonly at: 'edge' | 'subnet' }
  | { readonly at: 'below'; readonly heading: 'Route tables' | 'Network ACLs' | 'Endpoints' | 'Firewalls' }
  | {
      readonly at: 'between'
      readonly heading: 'Transit' | 'Peering' | 'VPN' | 'Direct Connect' | 'Endpoint services'
    }

type Described<Named extends TypeName> = Omit<ResourceType<TypeName, Named>, 'type' | 'service'>

/** The types of one service. `name`: what AWS calls the service. */
export function service<Name extends TypeName, Named extends TypeName = never>(
  name: string,
  types: Readonly<Record<Name, Described<Named>>>,
): Readonly<Record<Name, ResourceType<Name, Named>>> {
  const described = Object.entries<Described<Named>>(types).map(
    ([type, known]): [string, ResourceType<Name, Named>] => [type, { type: type as Name, service: name, ...known }],
  )
  return Object.fromEntries(described) as Record<Name, ResourceType<Name, Named>>
}

export type NetworkPart =
  | 'VPC'
  | 'subnet'
  | 'route table'
  | 'network ACL'
  | 'security group'
  | 'prefix list'
  | 'network interface'
  | 'internet gateway'
  | 'egress-only internet gateway'
  | 'Elastic IP'
  | 'NAT gateway'
  | 'virtual private gateway'
  | 'VPN connection'
  | 'customer gateway'
  | 'peering connection'
  | 'transit gateway'
  | 'transit gateway attachment'
  | 'transit gateway route table'
  | 'Direct Connect gateway'
  | 'Direct Connect connection'
  | 'virtual interface'
  | 'VPC endpoint'
  | 'endpoint service'
  | 'load balancer'
  | 'classic load balancer'
  | 'load balancer listener'
  | 'load balancer listener rule'
  | 'target group'
  | 'account public access block'
  | 'VPC Block Public Access options'
  | 'VPC Block Public Access exclusion'
  | 'custom domain name'
  | 'access analyzer'
  | 'instance'
  | 'Auto Scaling group'
  | 'EKS node group'
