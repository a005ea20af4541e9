/** Lists the diagrams of the gallery in order. */
import type { ViewName } from '../src/diagram/diagram.ts'

export type GalleryPicture = {
  /** The account, by the name of its goldens. */
  readonly account: string
  readonly view: ViewName
  /** The name of the box whose detail page is shown; the first page if absent. */
  readonly box?: string
  /** The text for screen readers. */
  readonly alt: string
}

export type GallerySection = {
  readonly title: string
  readonly text: string
  readonly pictures: readonly GalleryPicture[]
}

export const gallerySections: readonly GallerySection[] = [
  {
    title: 'Overview',
    text: 'Applications and VPCs as cards with the number of resources by type, what can be reached from the internet, and the arrows between cards. It is the first page of larger accounts. Each card opens its detail page.',
    pictures: [
      {
        account: 'full',
        view: 'overview',
        alt: 'Overview of an account: two VPCs and eight applications as cards with counts of their resources; APIs, distributions, and a bucket are marked as open to the internet',
      },
    ],
  },
  {
    title: 'Architecture',
    text: 'Workloads and how requests and data move, from the internet through gateways and load balancers to instances, functions, and databases, by VPC, Availability Zone, and subnet. Blue arrows are requests, dashed arrows are outbound connections, dotted lines connect parts of one resource.',
    pictures: [
      {
        account: 'three-tier',
        view: 'architecture',
        alt: 'Architecture of an account: internet, load balancers, three Availability Zones with public, private, and isolated subnets, functions, and buckets',
      },
    ],
  },
  {
    title: 'Network',
    text: 'VPCs, Availability Zones, and subnets with their CIDR blocks, routes, and gateways. The route table decides if a subnet is public, private, or isolated.',
    pictures: [
      {
        account: 'three-tier',
        view: 'network',
        alt: 'Network of an account: an internet gateway, three Availability Zones with public, private, and isolated subnets, NAT gateways, and route tables',
      },
    ],
  },
  {
    title: 'Security',
    text: 'Traffic that security groups allow, with its ports, starting with the internet.',
    pictures: [
      {
        account: 'three-tier',
        view: 'security',
        alt: 'Security of an account: from the internet on ports 80 and 443 to the public load balancer, then to web, internal load balancer, API, and database',
      },
    ],
  },
  {
    title: 'Inventory',
    text: 'All resources by service, with counts, including those that other views don’t show.',
    pictures: [
      {
        account: 'three-tier',
        view: 'inventory',
        alt: 'Inventory of an account: cards with counts, grouped by service',
      },
    ],
  },
  {
    title: 'Data flow',
    text: 'Event sources, queues, topics, event buses, functions, state machines, streams, and tables, with the direction of data. Targets that several services share are one group. This account has a resource of every supported type.',
    pictures: [
      {
        account: 'full',
        view: 'dataflow',
        alt: 'Data flow of an account with every supported type: queues, topics, event buses, streams, and functions, connected by arrows',
      },
    ],
  },
  {
    title: 'Resource types that couldn’t be read',
    text: 'In this account, a service control policy, a permissions boundary, and missing permissions deny parts of the scan. They stay in the diagram as hatched boxes, so that denied never looks like empty.',
    pictures: [
      {
        account: 'denied',
        view: 'architecture',
        alt: 'Architecture of an account where AWS denied access to several services: hatched boxes mark what couldn’t be read',
      },
    ],
  },
  {
    title: 'Every supported type',
    text: 'The architecture of the account with a resource of every supported type.',
    pictures: [
      {
        account: 'full',
        view: 'architecture',
        alt: 'Architecture of an account with every supported type: two VPCs, and next to them functions, queues, streams, tables, containers, and applications',
      },
    ],
  },
  {
    title: 'Changes',
    text: 'Any view as a comparison of two scans: added (+), removed (−), changed (~), and what one of the two scans couldn’t read (?). Unchanged resources are dimmed, and stay where they are without the comparison.',
    pictures: [
      {
        account: 'three-tier-changes',
        view: 'architecture',
        alt: 'Changes of an account: an instance and a bucket were added, an instance and a database with its arrows were removed, and seven other instances changed; functions are hatched, because one scan could not read them',
      },
      {
        account: 'three-tier-changes',
        view: 'security',
        alt: 'Changes of the security view: the arrow from the internet to the load balancer on port 443 was removed',
      },
    ],
  },
  {
    title: '20,000 resources',
    text: 'The overview fits on a page. In the other views, similar resources share one summary box with their count, and each box has a detail page. Below: the overview, the architecture, and the detail page of one VPC.',
    pictures: [
      {
        account: 'large',
        view: 'overview',
        alt: 'Overview of an account with 20,000 resources: ten VPCs with the counts of their instances, databases, and gateways, functions, and buckets',
      },
      {
        account: 'large',
        view: 'architecture',
        alt: 'Architecture of an account with 20,000 resources: six VPCs with public, private, and isolated subnets and summary boxes of instances and databases, and four more VPCs as cards',
      },
      {
        account: 'large',
        view: 'architecture',
        box: 'network-3',
        alt: 'The detail page of one of the ten VPCs, with its nine subnets',
      },
    ],
  },
]
