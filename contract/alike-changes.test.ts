import { expect, test } from 'vitest'
import { groupAlike, groupChanges, groupExposures, groupSummary, nameRange, namesOf } from './alike-changes.ts'

type Described = Parameters<typeof groupSummary>[0][0]

const resized = (name: string, predicate = ': Instance type m5.large → m5.xlarge', parts = {}): Described => ({
  area: 'size',
  kind: 'changed',
  resource: { type: 'AWS::EC2::Instance', typeName: 'EC2 instance', id: `i-${name}`, name },
  summary: `${name}${predicate}`,
  details: [],
  ...parts,
})
const summaries = (changes: readonly Described[]) => groupChanges(changes).map(groupSummary)

test('three resources of a type with the same sentence are one line, two are not', () => {
  const web = ['web-10', 'web-2', 'web-1'].map((name) => resized(name))
  expect(summaries(web)).toEqual(['3 × EC2 instance (web-1 … web-10): Instance type m5.large → m5.xlarge'])
  expect(summaries(web.slice(1))).toEqual(web.slice(1).map(({ summary }) => summary))
  expect(namesOf(web.map(({ resource }) => resource))).toEqual(['web-1', 'web-2', 'web-10'])
})

test('a line is at the place of its first change', () => {
  const [one, two, three] = ['web-1', 'web-2', 'web-3'].map((name) => resized(name)) as [
    Described,
    Described,
    Described,
  ]
  const other = resized('db', ': Instance type t3.large → t3.xlarge')
  expect(groupChanges([one, other, two, three])).toEqual([[one, two, three], [other]])
  expect(groupChanges([other, one, two])).toEqual([[other], [one], [two]])
  expect(groupChanges([one, other, two])).toEqual([[one], [other], [two]])
})

test.each<[string, Partial<Described>]>([
  ['area', { area: 'network' }],
  ['kind', { kind: 'opened' }],
  ['type', { resource: { ...resized('web-3').resource, type: 'AWS::RDS::DBInstance' } }],
  ['sentence', { summary: 'web-3: Instance type m5.large → m5.2xlarge' }],
  ['details', { details: [{ label: 'Tag env' }] }],
])('changes with another %s have a line of their own', (_, parts) => {
  const changes = [resized('web-1'), resized('web-2'), { ...resized('web-3'), ...parts }]
  expect(groupChanges(changes)).toHaveLength(3)
  expect(groupChanges([...changes, resized('web-4')])).toHaveLength(2)
})

test('added and removed resources are counted in the plural', () => {
  const removed = ['a', 'b', 'c'].map((name) => resized(name, '', { summary: `EC2 instance ${name} was removed` }))
  expect(summaries(removed)).toEqual(['3 × EC2 instance (a … c) were removed'])
  const planned = ['a', 'b', 'c'].map((name) => resized(name, '', { summary: `EC2 instance ${name} will be deleted` }))
  expect(summaries(planned)).toEqual(['3 × EC2 instance (a … c) will be deleted'])
})

test('resources without a name have their ID, and those with the same name both', () => {
  const [blank, unnamed, same, again] = [
    { id: 'i-1', name: ' ' },
    { id: 'i-2', name: null },
    { id: 'i-3', name: 'web' },
    { id: 'i-4', name: 'web' },
  ]
  expect(nameRange([same, again])).toBe('web')
  expect(nameRange([unnamed, blank])).toBe('i-1 … i-2')
  expect(namesOf([again, same, unnamed, blank])).toEqual(['i-1', 'i-2', 'web (i-3)', 'web (i-4)'])
  const nameless = ['i-1', 'i-2', 'i-3'].map((id) => ({
    ...resized(id),
    resource: { ...resized(id).resource, id, name: null },
  }))
  expect(summaries(nameless)).toEqual(['3 × EC2 instance (i-1 … i-3): Instance type m5.large → m5.xlarge'])
})

test('a service of an earlier version gives no names of types', () => {
  const changes = ['a', 'b', 'c'].map((id) => ({
    ...resized(id),
    resource: { type: 'AWS::EC2::Instance', id, name: null },
  }))
  expect(summaries(changes)).toEqual(['3 × AWS::EC2::Instance (a … c): Instance type m5.large → m5.xlarge'])
})

test('sentences that name their resource otherwise are never joined', () => {
  const replaced = ['i-1', 'i-2', 'i-3'].map((id) =>
    resized('web', '', { summary: `EC2 instance web was replaced: ${id} by ${id}0` }),
  )
  expect(summaries(replaced)).toEqual(replaced.map(({ summary }) => summary))
  const types = ['Keys were read', 'Keys were read', 'Keys were read']
  expect(summaries(types.map((summary) => resized('web', '', { summary })))).toEqual(types)
})

test('every item is in one group, in the order of the first ones', () => {
  const items = ['c', 'a', 'b', 'a', 'c', 'a', 'c'].map((key, place) => ({ key, place }))
  const groups = groupAlike(items, ({ key }) => key)
  expect(groups.map((group) => group.map(({ place }) => place))).toEqual([[0, 4, 6], [1, 3, 5], [2]])
  expect(groupAlike(items, () => null)).toEqual(items.map((item) => [item]))
})

const closed = { verdict: 'closed', condition: null }
const open = { verdict: 'open', condition: null }
const exposed = (id: string | null, parts = {}) => ({
  resource: { type: 'AWS::EC2::Instance', id },
  from: 'internet',
  accounts: ['1'],
  by: 'load balancer',
  protocol: 'tcp',
  ports: '8080',
  before: closed,
  after: open,
  ...parts,
})

test.each<[string, object]>([
  ['type', { resource: { type: 'AWS::RDS::DBInstance', id: 'i-2' } }],
  ['source', { from: '10.0.0.0/8' }],
  ['accounts', { accounts: ['2'] }],
  ['way', { by: 'security group' }],
  ['protocol', { protocol: 'udp' }],
  ['ports', { ports: '8081' }],
  ['earlier verdict', { before: open }],
  ['verdict', { after: { verdict: 'conditional', condition: 'mTLS' } }],
])('exposures with another %s have an entry of their own', (_, parts) => {
  const [first, second, third, other] = [exposed('i-1'), exposed('i-3'), exposed('i-4'), exposed('i-2', parts)]
  expect(groupExposures([first, other, second, third])).toEqual([[first, second, third], [other]])
})

test('exposures of whole types are never joined', () => {
  const exposures = [exposed(null), exposed(null), exposed(null)]
  expect(groupExposures(exposures)).toEqual(exposures.map((each) => [each]))
})
