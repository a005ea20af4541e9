/** What the gallery shows, in its order. */
import type { ViewName } from '../src/diagram/diagram.ts'

export type GalleryPicture = {
  /** Of the account, as goldens are named. */
  readonly account: string
  readonly view: ViewName
  /** The name of the box whose page is shown; the whole view when absent. */
  readonly box?: string
  /** For those who cannot see it. */
  readonly alt: string
}

export type GallerySection = {
  readonly title: string
  readonly text: string
  readonly pictures: readonly GalleryPicture[]
}

export const gallerySections: readonly GallerySection[] = [
  {
    title: 'Architecture',
    text: 'What runs here and how requests and data move: from the internet over gateways and load balancers to instances, functions and databases, by network, zone and tier. Blue are requests, dashed are connections out, dotted is what belongs together.',
    pictures: [
      {
        account: 'three-tier',
        view: 'architecture',
        alt: 'Architecture of an account: internet, load balancers, three availability zones with public, private and isolated subnets, functions and buckets',
      },
    ],
  },
  {
    title: 'Network',
    text: 'Networks, zones and subnets with their address ranges; what makes a subnet public, private or isolated is its route table, and how it gets out is drawn.',
    pictures: [
      {
        account: 'three-tier',
        view: 'network',
        alt: 'Network of an account: an internet gateway, three zones with public, private and isolated subnets, NAT gateways, route tables',
      },
    ],
  },
  {
    title: 'Security',
    text: 'Who may reach whom on which ports, as security groups allow it, from the internet inwards.',
    pictures: [
      {
        account: 'three-tier',
        view: 'security',
        alt: 'Security of an account: from the internet on ports 80 and 443 to the public load balancer, on to web, internal load balancer, API and database',
      },
    ],
  },
  {
    title: 'Inventory',
    text: 'Everything by service, with counts; also what has no place in the other views.',
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
    text: 'Event sources, queues, topics, buses, functions, state machines, streams and tables, and which way data goes. What several services use alike stands under one heading, with one arrow from each. This account has something of every supported type.',
    pictures: [
      {
        account: 'full',
        view: 'dataflow',
        alt: 'Data flow of an account with every supported type: queues, topics, buses, streams and functions, joined by arrows',
      },
    ],
  },
  {
    title: 'What could not be read is drawn',
    text: 'In this account, a service control policy, a permissions boundary and missing permissions refuse parts of the scan. They stay on the picture, hatched, so that denied never looks like empty.',
    pictures: [
      {
        account: 'denied',
        view: 'architecture',
        alt: 'Architecture of an account in which several services are refused: hatched boxes stand for what could not be read',
      },
    ],
  },
  {
    title: 'Everything at once',
    text: 'The account with something of every supported type again, as architecture.',
    pictures: [
      {
        account: 'full',
        view: 'architecture',
        alt: 'Architecture of an account with every supported type: two networks, and beside them functions, queues, streams, tables, containers and applications',
      },
    ],
  },
  {
    title: 'Twenty thousand resources',
    text: 'Alike resources become one stack with their count, and each box opens a page of its own: first the overview, then the page of one network.',
    pictures: [
      {
        account: 'large',
        view: 'architecture',
        alt: 'Architecture of an account of twenty thousand resources: six networks with public, private and isolated subnets and stacks of servers and databases by zone, four more as cards',
      },
      {
        account: 'large',
        view: 'architecture',
        box: 'network-3',
        alt: 'The page of one of the ten networks, with its nine subnets',
      },
    ],
  },
]
