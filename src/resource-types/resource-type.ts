/** Describes resource types, except how they are collected: pure data for collectors, diagrams, and the dashboard. */

/** The CloudFormation name of a type. */
export type TypeName = `AWS::${string}::${string}`

/** A file of AWS's icon set, without extension, and its shape in draw.io's `mxgraph.aws4` library. */
export type Icon = readonly [
  path: `${'resource' | 'architecture-service' | 'architecture-group'}/${string}`,
  shape: string,
]

export type Names = readonly [singular: string, plural: string]

/**
 * How the last part of an ARN identifies a resource. The captured group is its identifier. Without a group, the
 * identifier is the matched ARN.
 */
export type ArnForm = readonly [service: string, resource: RegExp]

/** `Named`: the referenced types, which must have descriptors too. */
export type ResourceType<Name extends TypeName = TypeName, Named extends TypeName = TypeName> = {
  readonly type: Name
  /** AWS's name of the service, and the heading of its types in lists. */
  readonly service: string
  /** AWS's names. No two types have the same plural. */
  readonly names: Names
  /** Used beside the type's own icon, and below a heading with the service name. Default: the same. */
  readonly shortNames?: Names
  readonly icon: Icon
  /** Variants of the type by the value of one property. */
  readonly variants?: {
    readonly property: string
    readonly icons?: Readonly<Record<string, Icon>>
    readonly names?: Readonly<Record<string, Pick<ResourceType, 'names' | 'shortNames'>>>
    /** Set if counts name the variant, because the name of the type lists its variants. */
    readonly countedApart?: true
  }
  /**
   * The page in the AWS console as `service/page`. `*` is the identifier; the part after `#` is the page within the
   * service. Default: a search for the resource.
   */
  readonly console?: string
  /** Source: "Resource types defined by …" in the service authorization reference. */
  readonly arns?: readonly ArnForm[]
  /**
   * Host names of its endpoints, without region and domain. The captured group is its identifier; other groups are
   * hashes of the account. Sources: the pages "Finding the endpoint" and "Connecting to …" of the services' user
   * guides.
   */
  readonly hosts?: readonly RegExp[]
  /** Like `hosts`, with a group that is the name instead of the identifier. */
  readonly nameHosts?: readonly RegExp[]
  /** Its name in the Resource Groups Tagging API, if its own list has no tags. */
  readonly taggedAs?: string
  /** Settings of programs contain its ARN or address. Implied by `hosts`. */
  readonly inSettings?: true
  /**
   * If the name of a variable contains one of these words, its value can be just the name of such a resource:
   * `ORDERS_TABLE=orders`.
   */
  readonly settingWords?: readonly string[]
  /** Set if, within its account, only the policies of roles give access to it. */
  readonly onlyByRole?: true
  /** Its settings name all that it uses, and nothing else. Its role may be shared: policies only tell how it uses that. */
  readonly namesAllItUses?: true
  /** It only reads what its settings say that it uses, whatever its role permits. */
  readonly onlyReads?: true
  /** Fields with roles that AWS takes on itself, for example to pull images. They give its programs no rights. */
  readonly rolesOfAws?: readonly string[]
  /** Values of properties with which its programs have no rights but those of its own roles, and not of a machine's. */
  readonly onlyOwnRoles?: Readonly<Record<string, readonly string[]>>
  readonly picture: Picture<Named>
  /**
   * The resource that contains it. `beside`: both have boxes. `within`: it has no box if the whole was read.
   * `never`: it has no box.
   */
  readonly partOf?: { readonly whole: Named; readonly drawn: 'beside' | 'within' | 'never' }
  /** It decides whether a caller may use the API that is associated with it. */
  readonly authorizes?: true
  /** It can be a replica, associated with the resource of the same type that it copies. */
  readonly replicates?: true
  /**
   * How it counts on the path to neighbors. `through`: not a step, because it is drawn as an arrow or as part of
   * something else. `end`: reached, but not left, because so many resources use it that it would connect unrelated
   * ones. Default: a step.
   */
  readonly walk?: 'through' | 'end'
  /**
   * `stack`, `cluster`: its content is one application. `shared`: using the same one doesn't make resources one
   * application.
   */
  readonly applications?: 'stack' | 'cluster' | 'shared'
  /** The property with the name of its application, to which resources with this tag belong too. Their value is its identifier. */
  readonly ofApplication?: { readonly property: string; readonly tag: string }
  /** How it can be reached from outside the account or used by others. */
  readonly exposedBy?: Exposed
  /** Its part in networks. Exactly one type plays each part. */
  readonly plays?: NetworkPart
  /** The prefix of its IDs, for fields with IDs of several types. */
  readonly idPrefix?: `${string}-`
  /** Its targets with these verbs are in its own VPC. */
  readonly sameNetwork?: readonly ('associated with' | 'routes to')[]
  /** Resources attached to it are in its subnet or VPC. */
  readonly locates?: 'subnet' | 'VPC'
  /** The source ports of its connections: all from 1024, not only those of operating systems. */
  readonly clientPorts?: 'all'
  /** The port at which it listens, by the value of a property. Default: that of its property `port`, if it has one. */
  readonly listensAt?: { readonly property: string; readonly ports: Readonly<Record<string, number>> }
  /** Its security groups are those of the network interfaces that it is attached to. */
  readonly groupsOf?: 'network interfaces'
  /** Its network interfaces open connections but accept none, and have no public address. Default: both directions. */
  readonly connections?: 'outward only'
  /** It calls its nodes alone, although it has their security group too. */
  readonly isControlPlane?: true
  /**
   * The targets of its relations with this verb depend on it: a volume's instance breaks without the volume. `type`:
   * only these targets, which are parts of it.
   */
  readonly neededBy?: {
    readonly verb: 'attached to' | 'associated with'
    readonly effect: 'breaks' | 'degrades'
    readonly type?: Named
  }
  /** It is in use if one of these relations exists. Only for types whose use AWS's responses show in full. */
  readonly usedIf?: readonly [Use<Named>, ...Use<Named>[]]
  /** AWS creates one with this name for each VPC, and it can't be deleted. */
  readonly everyVpcHas?: string
  /** What invokes it also names one of these. In this state, in lower case, it starts nothing. */
  readonly startedThrough?: { readonly type: Named; readonly offState: string }
  /** Only needed to start a resource. Running resources keep running without it. */
  readonly neededToStart?: true
  /** The value of `state` or `status` in normal operation, in lower case. Its box shows any other. */
  readonly normalState?: string
  /** Its box shows the words of the first one that is true like a state. */
  readonly conditions?: readonly Condition[]
  /**
   * Values of `state` or `status` after its end, in lower case. AWS still lists the resource for minutes or days. It has
   * no relations, and isn't drawn.
   */
  readonly gone?: readonly string[]
  /**
   * Identifiers other than ARNs always mean resources of the scanned account and region. If the list doesn't have one, it
   * was deleted or not created yet, so it isn't outside the scan.
   */
  readonly isOwnByName?: true
}

/** True if the property, or each value in its list, has this value. */
export type Condition = { readonly property: string; readonly value: string | boolean; readonly words: string }

/** Its role in diagrams, or the reason why it is only in the inventory. */
export type Picture<Named extends TypeName = TypeName> =
  | { readonly none: string }
  | { readonly frame: 'network' | 'subnet' }
  | (Roles<Named> & AtLeastOne<Omit<Roles<Named>, 'words'>>)

export type Roles<Named extends TypeName = TypeName> = {
  /** Has a box in the architecture. */
  readonly box?: Box<Named>
  /** Has a box if data flows in or out of it. */
  readonly flow?: 'caller' | 'alarm' | 'source' | 'messaging' | 'store'
  /** Connects applications, so that types that don't share boxes with others before it. */
  readonly connects?: true
  /** Drawn as an arrow if data flows through it. */
  readonly line?: Line
  readonly network?: NetworkPlace
  /**
   * `protection`: boxes of the resources that it protects have the name of its service. If it couldn't be read, these may
   * be more open than shown.
   */
  readonly security?: 'group' | 'source' | 'protection'
  /** Shown instead of a box. */
  readonly words?: string
}

type AtLeastOne<Of> = { readonly [Key in keyof Of]-?: Required<Pick<Of, Key>> }[keyof Of]

/** The position of a box in its VPC if it is in no single subnet. `edge`: before all VPCs. */
export type Tier = 'edge' | 'gateway' | 'load balancer' | 'application' | 'data'

export type Box<Named extends TypeName = TypeName> = {
  readonly tier: Tier
  /** If it couldn't be read, what may look empty: a subnet, or only the VPC. Default: it is in no VPC. */
  readonly within?: 'subnet' | 'VPC'
  /** Can be in any subnet of its group, even if that currently has only one. */
  readonly spansGroup?: true
  /** The second line of its box. Default: its name and variant. */
  readonly card?: Card
  /** Its heading outside VPCs. Default: its plural. */
  readonly shelf?: string
  /** It has no box if one of these is in use. */
  readonly shownBy?: { readonly type: Named; readonly by: End }
  /** Requests to it continue to what it routes to or invokes, and to resources that register with it. */
  readonly forwards?: true
  /** Every account has one with this name. Drawn only if it contains a resource that uses it. */
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
  | 'brokers'

/** Each has a function in `src/meaning/exposure`. */
export type ExposureRule =
  /** Always serves the internet. */
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
  /** It isn't exposed itself. Its findings are about other resources. */
  | 'analyzer findings'

export type Exposed = {
  readonly rule: ExposureRule
  /** What opens it, for people. */
  readonly by: string
  /** The IAM actions that read the setting, if its list call doesn't return it. */
  readonly reads?: readonly [string, ...string[]]
  /** The ports that it serves, separated by commas. Default: unknown. */
  readonly ports?: string
  /** The condition for all callers. */
  readonly condition?: string
  /** IAM Access Analyzer checks it too. Source: "Resource types for external access" in the guide of IAM. */
  readonly accessAnalyzer?: true
  /** Values of `state` or `status` in which it serves no requests. */
  readonly idle?: readonly string[]
  /** It can have no security groups, which opens it to all. Default: without known groups, the result is unknown. */
  readonly groups?: 'optional'
  /** It is in only one of the subnets of its group. Default: in all. */
  readonly isInOneSubnet?: true
}

/** One end of a relation: its own relations, or relations of others to it. */
export type End = readonly [
  whose: 'own' | 'other',
  verb: 'associated with' | 'contained in' | 'invokes' | 'routes to' | 'subscribes to' | 'uses',
]

/** A relation of its own to a resource of this type, or such a relation of another resource to it. */
export type Use<Named extends TypeName = TypeName> = readonly [
  whose: 'own' | 'other',
  verb: 'attached to' | 'associated with' | 'routes to',
  type: Named,
]

export type Line = {
  /** The start of the arrow. If that is another line, the start of that line's arrow. */
  readonly from: End
  /** Where the arrow starts instead if such resources are known to be the source of all that goes over it. */
  readonly fromNamed?: End
  /** With a value of this property, it has a box, where the arrow starts instead. */
  readonly startsItselfBy?: string
  readonly to: readonly End[]
  /** Its name in the label of the arrow. Default: none. */
  readonly via?: string
  /** The start of the arrow to its failure destination: what it invokes, or the start of its own arrow. */
  readonly onFailure?: 'from target' | 'from source'
  /** Values of `state`, in lower case, in which nothing goes over it, and what the arrow says of each. */
  readonly offStates?: Readonly<Record<string, string>>
}

export type NetworkPlace =
  | { readonly at: 'edge' | 'subnet' }
  | { readonly at: 'below'; readonly heading: 'Route tables' | 'Network ACLs' | 'Endpoints' | 'Firewalls' }
  | {
      readonly at: 'between'
      readonly heading:
        | 'Transit gateways'
        | 'Peering connections'
        | 'Site-to-Site VPN'
        | 'Direct Connect'
        | 'Endpoint services'
    }

type Described<Named extends TypeName> = Omit<ResourceType<TypeName, Named>, 'type' | 'service'>

/** The types of one service. `name`: AWS's name of the service. */
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
  | 'firewall'
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
  | 'IAM role'
  | 'instance'
  | 'Auto Scaling group'
  | 'EKS node group'
