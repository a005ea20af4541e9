/** Tests pages of boxes that stand for several resources: summary boxes, and applications. */
import { describe, expect, test } from 'vitest'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { resourceKey } from '../graph/graph-index.ts'
import type { Diagram, DiagramElement, ViewName } from './diagram.ts'
import { drawPage, overviewOptions } from './draw-page.ts'
import { membersWithin } from './select/find-focus.ts'
import { graphBuilder, largeGraph } from './testing/sample-graphs.ts'
import { flattened } from './views/boxes/group.ts'
import { viewNames } from './views/draw-view.ts'

function page(view: ViewName, graph: ResourceGraph, focus = ''): Diagram {
  const drawn = drawPage(view, graph, { ...overviewOptions, focus })
  if (drawn.kind !== 'drawn') throw new Error(drawn.message)
  return drawn.diagram
}

function message(graph: ResourceGraph, focus: string): string {
  const drawn = drawPage('architecture', graph, { ...overviewOptions, focus })
  return drawn.kind === 'drawn' ? '' : drawn.message
}

const idOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

const arrows = ({ edges }: Diagram): readonly string[] =>
  edges.map(({ source, target }) => `${idOf(source)} ${idOf(target)}`).toSorted()

const boxes = ({ elements }: Diagram): readonly string[] =>
  flattened(elements)
    .filter(({ kind }) => kind === 'node')
    .map(({ id }) => idOf(id))
    .toSorted()

/** By the ID of an element, its ID and the keys of what is in it. */
function keysIn(elements: readonly DiagramElement[]): (id: string) => ReadonlySet<string> {
  const byId = new Map(
    flattened(elements).map((each) => [each.id, membersWithin(each).map((member) => resourceKey(member))]),
  )
  return (id) => new Set([id, ...(byId.get(id) ?? [])])
}

const areSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => !one.isDisjointFrom(other)

describe('the page of a summary box', () => {
  test.each(['architecture', 'dataflow'] as const)(
    'has each of its members, and all arrows that the box has on the first page, in the view %s',
    (view) => {
      const graph = largeGraph(6, 20)
      const first = page(view, graph)
      const onFirst = keysIn(first.elements)
      let compared = 0
      for (const box of flattened(first.elements)) {
        if (box.form !== 'stack' || box.opens === null) continue
        const opened = page(view, graph, box.opens)
        const onOpened = keysIn(opened.elements)
        const own = new Set(box.members.map((member) => resourceKey(member)))
        const single = flattened(opened.elements).filter(
          ({ kind, id }) => kind === 'node' && areSame(onOpened(id), own),
        )
        // A page has up to 150 boxes, with those around the members.
        expect(single.length).toBeGreaterThanOrEqual(Math.min(box.members.length, 90))
        const missing = first.edges
          .filter(({ source, target }) => source === box.id || target === box.id)
          .filter(({ source, target }) => {
            compared += 1
            return !opened.edges.some((edge) =>
              source === box.id
                ? areSame(onOpened(edge.source), own) && areSame(onOpened(edge.target), onFirst(target))
                : areSame(onOpened(edge.target), own) && areSame(onOpened(edge.source), onFirst(source)),
            )
          })
        expect(missing).toEqual([])
      }
      expect(compared).toBeGreaterThan(10)
    },
  )

  test('draws instances apart that are together because they have the same connections', () => {
    const built = graphBuilder()
    const files = built.add('AWS::S3::Bucket', 'files', 'files')
    for (const id of ['i-1', 'i-2']) built.relate(built.add('AWS::EC2::Instance', id, `web-${id}`), 'uses', files)
    const graph = built.build()
    const box = flattened(page('dataflow', graph).elements).find(({ form }) => form === 'stack')
    expect(box?.members.length).toBe(2)
    expect(arrows(page('dataflow', graph, box?.opens ?? ''))).toEqual(['i-1 files', 'i-2 files'])
  })

  test('leaves out what the neighbors of its members are connected with, and arrows between them', () => {
    const built = graphBuilder()
    const add = (type: string, id: string) => built.add(`AWS::${type}`, id, id)
    const [files, log] = [add('S3::Bucket', 'files'), add('DynamoDB::Table', 'log')]
    const instances = ['i-1', 'i-2'].map((id) => add('EC2::Instance', id))
    const other = add('Lambda::Function', 'other')
    for (const each of [...instances, other]) built.relate(each, 'uses', files)
    built.relate(other, 'uses', log)
    for (const each of instances) built.relate(each, 'invokes', other)
    const graph = built.build()
    const focus = flattened(page('dataflow', graph).elements).find(({ form }) => form === 'stack')?.opens ?? ''
    expect(arrows(page('dataflow', graph, focus))).toEqual(['i-1 files', 'i-1 other', 'i-2 files', 'i-2 other'])
  })
})

const stackTag = (name: string) => ({ 'aws:cloudformation:stack-name': name })

/**
 * Services in one VPC, cluster, and security group: web calls api, which calls orders. Each has its stack, and those of api
 * and orders have tables. A load balancer of the stack of the cluster routes requests to web and api.
 */
function services() {
  const built = graphBuilder()
  const add = (type: string, id: string, stack: string) => built.add(`AWS::${type}`, id, id, {}, stackTag(stack))
  const [network, subnet] = [
    built.add('AWS::EC2::VPC', 'vpc', 'vpc'),
    built.add('AWS::EC2::Subnet', 'subnet', 'subnet'),
  ]
  built.relate(subnet, 'contained in', network)
  const cluster = add('ECS::Cluster', 'cluster', 'base')
  const balancer = add('ElasticLoadBalancingV2::LoadBalancer', 'balancer', 'base')
  const bucket = add('S3::Bucket', 'logs', 'base')
  built.relate(balancer, 'uses', bucket)
  const ingress = [{ source: 'sg-all', protocol: '-1', fromPort: null, toPort: null }]
  const group = built.add('AWS::EC2::SecurityGroup', 'sg-all', 'all', { ingress })
  const cache = add('ElastiCache::ReplicationGroup', 'cache', 'base')
  built.relate(cache, 'associated with', group)
  const made = ['web', 'api', 'orders', 'mail'].map((name) => {
    const service = add('ECS::Service', name, `stack-${name}`)
    const definition = add('ECS::TaskDefinition', `${name}-definition`, `stack-${name}`)
    const table = add('DynamoDB::Table', `${name}-table`, `stack-${name}`)
    built.add('AWS::CloudFormation::Stack', `stack-${name}`, `stack-${name}`)
    built.relate(service, 'contained in', cluster)
    built.relate(service, 'contained in', subnet)
    built.relate(service, 'associated with', group)
    built.relate(service, 'uses', definition)
    for (const each of [table, add('DynamoDB::Table', `${name}-log`, `stack-${name}`)])
      built.relate(definition, 'uses', each)
    return { service, definition, table }
  })
  const [web, api, orders] = made
  if (web === undefined || api === undefined || orders === undefined) throw new Error('Four services are made')
  built.relate(web.definition, 'uses', api.service)
  built.relate(api.definition, 'uses', orders.service)
  built.relate(api.service, 'uses', cache)
  for (const { service } of [web, api]) {
    const targets = built.add('AWS::ElasticLoadBalancingV2::TargetGroup', `${service.id}-targets`, null)
    built.relate(targets, 'associated with', balancer)
    built.relate(targets, 'routes to', service)
  }
  return { built, graph: built.build() }
}

test('a page of the data flow has the arrows of a role that many have, and none between others', () => {
  const built = graphBuilder()
  const role = built.add('AWS::IAM::Role', 'role', 'role')
  const numbers = Array.from({ length: 24 }, (_, number) => number)
  const handlers = numbers.map((number) => built.add('AWS::Lambda::Function', `handler-${number}`, `handler-${number}`))
  for (const each of handlers) built.relate(each, 'uses', role)
  for (const number of numbers)
    built.permit(role, 'writes to', built.add('AWS::DynamoDB::Table', `table-${number}`, `table-${number}`))
  const [first, second] = handlers
  if (first === undefined || second === undefined) throw new Error('24 functions are made')
  built.relate(first, 'invokes', second)
  const graph = built.build()
  expect(arrows(page('dataflow', graph, first.id))).toEqual(
    [...numbers.map((number) => `${first.id} table-${number}`), `${first.id} ${second.id}`].toSorted(),
  )
  const users = arrows(page('dataflow', graph, 'table-3'))
  expect(users.filter((arrow) => arrow.endsWith('table-3')).length).toBe(24)
  expect(users.filter((arrow) => !arrow.endsWith('table-3'))).toEqual([`${first.id} ${second.id}`])
})

test('a page of the data flow folds no resource of its box because others have many arrows', () => {
  const built = graphBuilder()
  const add = (type: string, id: string) => built.add(`AWS::${type}`, id, id)
  const instances = ['i-1', 'i-2'].map((id) => add('EC2::Instance', id))
  const tables = Array.from({ length: 15 }, (_, number) => add('DynamoDB::Table', `table-${number}`))
  for (let number = 0; number < 15; number++) {
    const handler = add('Lambda::Function', `handler-${number}`)
    for (const table of tables) built.relate(handler, 'uses', table)
    for (const each of instances) built.relate(each, 'invokes', handler)
  }
  for (const each of instances) for (const table of tables) built.relate(each, 'uses', table)
  const graph = built.build()
  const focus = flattened(page('dataflow', graph).elements).find(({ type }) => type === 'AWS::EC2::Instance')?.opens
  expect(boxes(page('dataflow', graph, focus ?? ''))).toEqual(expect.arrayContaining(['i-1', 'i-2']))
})

describe('the page of an application', () => {
  const { graph } = services()
  const cards = flattened(page('overview', graph).elements).filter(({ form, opens }) => form === 'category' && opens)

  test.each(viewNames)('is the same by its card and by its name, in the view %s', (view) => {
    expect(cards.map(({ label }) => label)).toContain('stack-api')
    for (const { label, opens } of cards) {
      const [byCard, byName] = [page(view, graph, opens ?? ''), page(view, graph, label)]
      expect(byCard.title).toBe(byName.title)
      expect(arrows(byCard)).toEqual(arrows(byName))
      expect(boxes(byCard)).toEqual(boxes(byName))
    }
  })

  test.each(['architecture', 'dataflow', 'overview'] as const)(
    'has its service in a VPC, what calls it, and what it calls, and no box of others without an arrow, in the view %s',
    (view) => {
      const own = page(view, graph, 'stack-api')
      const caller = view === 'dataflow' ? ['balancer web'] : []
      const near = ['api api-log', 'api api-table', 'api cache', 'api orders', 'balancer api']
      expect(arrows(own)).toEqual([...near, ...caller, 'web api'])
      expect(boxes(own)).toEqual(['api', 'api-log', 'api-table', 'balancer', 'cache', 'orders', 'web'])
      const base = page(view, graph, 'base')
      // An arrow of a security group may begin at the subnet.
      const within = keysIn(base.elements)
      const linked = new Set(
        base.edges.flatMap(({ source, target }) => [source, target].flatMap((id) => [...within(id)].map(idOf))),
      )
      expect(boxes(base)).toContain('api')
      expect(boxes(base).filter((box) => !linked.has(box) && !['cluster', 'logs'].includes(box))).toEqual([])
    },
  )
})

test('a page of the data flow has what calls the users of a table, and not what else these use', () => {
  const { graph } = services()
  expect(arrows(page('dataflow', graph, 'api-table'))).toEqual(['api api-table', 'balancer api', 'web api'])
  expect(arrows(page('dataflow', graph, 'orders-table'))).toEqual(['api orders', 'orders orders-table'])
})

test('the page of an application has what uses its resources by roles alone', () => {
  const { built } = services()
  const role = built.add('AWS::IAM::Role', 'role', 'role')
  built.relate(built.add('AWS::Lambda::Function', 'report', 'report', {}, stackTag('base')), 'uses', role)
  built.permit(role, 'reads from', { type: 'AWS::DynamoDB::Table', id: 'api-log' })
  for (const view of ['architecture', 'dataflow'] as const)
    expect(arrows(page(view, built.build(), 'stack-api'))).toContain('report api-log')
})

test('the page of an application has all ways of requests to it', () => {
  const { built } = services()
  const site = built.add('AWS::CloudFront::Distribution', 'site', 'site', {}, stackTag('base'))
  built.relate(site, 'routes to', { type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', id: 'balancer' })
  expect(arrows(page('architecture', built.build(), 'stack-api'))).toContain('site balancer')
})

test.each(viewNames)('a card of the overview without a box in the view %s opens a page', (view) => {
  const { built } = services()
  built.add('AWS::SQS::Queue', 'alone', 'alone')
  expect(flattened(page('overview', built.build()).elements).find(({ label }) => label === 'Other')?.opens).toBeNull()
  built.add('AWS::SQS::Queue', 'other', 'other')
  const graph = built.build()
  const other = flattened(page('overview', graph).elements).find(({ label }) => label === 'Other')
  expect(page(view, graph, other?.opens ?? '').title).toContain('Other')
})

describe('a name', () => {
  test('means a resource with a box before the application whose stack has the name', () => {
    const { built } = services()
    const machine = built.add('AWS::StepFunctions::StateMachine', 'arn:machine', 'stack-api', {}, stackTag('stack-api'))
    built.relate(machine, 'uses', { type: 'AWS::DynamoDB::Table', id: 'api-table' })
    expect(arrows(page('architecture', built.build(), 'stack-api'))).toEqual(['arn:machine api-table'])
  })

  test('means an application before a resource without a box', () => {
    const { built } = services()
    built.add('AWS::Logs::LogGroup', 'log', 'stack-api')
    expect(boxes(page('architecture', built.build(), 'stack-api'))).toContain('api')
  })

  test('means the resource with this identifier before one with this name', () => {
    const built = graphBuilder()
    built.add('AWS::SQS::Queue', 'jobs', 'jobs')
    built.add('AWS::StepFunctions::StateMachine', 'arn:machine', 'jobs')
    expect(boxes(page('architecture', built.build(), 'jobs'))).toEqual(['jobs'])
  })

  test('of several applications, or several resources with boxes, is an error that says what to use', () => {
    const built = graphBuilder()
    const stack = built.add('AWS::CloudFormation::Stack', 'shop', 'shop')
    const nested = built.add('AWS::CloudFormation::Stack', 'shop-Addons-Z9X8C7V6B5N4', null)
    built.relate(nested, 'contained in', stack)
    for (const name of ['a', 'b']) {
      const tags = { ...stackTag(nested.id), 'aws:cloudformation:logical-id': name }
      built.add('AWS::DynamoDB::Table', `shop-${name}`, `shop-${name}`, {}, tags)
      built.add('AWS::DynamoDB::Table', `office-${name}`, `office-${name}`, {}, { application: 'Addons' })
    }
    expect(message(built.build(), 'Addons')).toBe(
      'The focus Addons matches 2 applications; use one of: category:application:addons, category:application:shop/addons.',
    )
    expect(boxes(page('architecture', built.build(), 'category:application:shop/addons'))).toEqual(['shop-a', 'shop-b'])
    built.add('AWS::CloudFormation::Stack', 'Addons', null)
    for (const name of ['c', 'd']) built.add('AWS::DynamoDB::Table', name, name, {}, stackTag('Addons'))
    expect(boxes(page('architecture', built.build(), 'Addons'))).toEqual(['c', 'd', 'office-a', 'office-b'])
    built.add('AWS::SQS::Queue', 'queue', 'Addons')
    expect(boxes(page('architecture', built.build(), 'Addons'))).toEqual(['queue'])
    built.add('AWS::S3::Bucket', 'bucket', 'Addons')
    expect(message(built.build(), 'Addons')).toBe(
      'The focus Addons matches 2 resources; use one of: AWS::S3::Bucket/bucket, AWS::SQS::Queue/queue.',
    )
  })
})

test('a page of the security view keeps connections to what is attached by mount targets', () => {
  const built = graphBuilder()
  const ingress = [{ source: 'sg-web', protocol: 'tcp', fromPort: 2049, toPort: 2049 }]
  const [web, files] = [
    built.add('AWS::EC2::SecurityGroup', 'sg-web', 'web'),
    built.add('AWS::EC2::SecurityGroup', 'sg-files', 'files', { ingress }),
  ]
  built.relate(files, 'allows traffic from', web)
  built.relate(built.add('AWS::EC2::Instance', 'i-web', 'web-server'), 'associated with', web)
  const networkInterface = built.add('AWS::EC2::NetworkInterface', 'eni', null)
  built.relate(networkInterface, 'associated with', files)
  const mountTarget = built.add('AWS::EFS::MountTarget', 'target', null)
  built.relate(mountTarget, 'attached to', networkInterface)
  built.relate(mountTarget, 'contained in', built.add('AWS::EFS::FileSystem', 'fs', 'files'))
  const graph = built.build()
  const full = page('security', graph)
  expect(arrows(full)).toEqual(['sg-web sg-files'])
  expect(details(full)).toContainEqual(['files', '1 EFS file system'])
  expect(details(page('security', graph, 'sg-web'))).toContainEqual(['files', '1 EFS file system'])
  for (const focus of ['sg-web', 'i-web', 'fs'])
    expect(arrows(page('security', graph, focus))).toEqual(['sg-web sg-files'])
})

function details({ elements }: Diagram): readonly (readonly string[])[] {
  return flattened(elements).map(({ label, detail }) => [label, detail])
}
