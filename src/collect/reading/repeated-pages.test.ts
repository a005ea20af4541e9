import { expect, test } from 'vitest'
import { loadServices } from '../../simulated/service-catalogue.ts'
import { repeatedPages } from './repeated-pages.ts'

function call(operation: string, input: object): never {
  return { schema: [9, 'com.amazonaws', operation, 2, {}, {}], input } as never
}

test('refuses a page that was requested before, also after other pages', () => {
  const refuse = repeatedPages()
  refuse(call('DescribeVpcs', { MaxResults: 1000, NextToken: 'a' }))
  refuse(call('DescribeVpcs', { MaxResults: 1000, NextToken: 'b' }))
  expect(() => refuse(call('DescribeVpcs', { MaxResults: 1000, NextToken: 'a' }))).toThrow(
    'The list of DescribeVpcs never ends: the next page is one that was already read.',
  )
})

test.each([5, 0, false, { a: 1 }, [['a']]])('a token may be of another type than text: %j', (NextMarker) => {
  const refuse = repeatedPages()
  refuse(call('ListFunctions', { Marker: NextMarker }))
  expect(() => refuse(call('ListFunctions', { Marker: NextMarker }))).toThrow('The list of ListFunctions never ends')
})

test.each([
  ['no token', 'DescribeVpcs', { VpcIds: ['vpc-1'] }],
  ['an empty token', 'DescribeVpcs', { NextToken: '' }],
  ['null as token', 'DescribeVpcs', { NextToken: null }],
  ['no token yet', 'DescribeVpcs', { NextToken: undefined, MaxResults: 1000 }],
])('calls with %s may be repeated', (_, operation, input) => {
  const refuse = repeatedPages()
  refuse(call(operation, input))
  expect(() => refuse(call(operation, input))).not.toThrow()
})

test('equal tokens of other lists are different pages', () => {
  const refuse = repeatedPages()
  refuse(call('ListTargetsByRule', { Rule: 'a', NextToken: '1' }))
  refuse(call('ListTargetsByRule', { Rule: 'b', NextToken: '1' }))
  expect(() => refuse(call('ListTargetsByRule', { Rule: 'c', NextToken: '1' }))).not.toThrow()
  expect(() => refuse(call('ListRules', { Rule: 'a', NextToken: '1' }))).not.toThrow()
  expect(() => repeatedPages()(call('ListTargetsByRule', { Rule: 'a', NextToken: '1' }))).not.toThrow()
})

const services = await loadServices()
const paged = services.flatMap(({ module, wire, operations }) =>
  Object.keys(operations)
    .filter((name) => `paginate${name}` in module)
    .map((name) => [name, wire.operations.get(name)?.input] as const),
)

/** The paginators also pass numbers, filters, and names. */
test.each(paged)('recognizes the page token of %s', (name, input) => {
  const members = input?.isStructSchema() === true ? [...input.structIterator()].map(([member]) => member) : []
  const refuse = repeatedPages()
  const known = members.filter((member) => {
    const page = call(name, { [member]: 'a' })
    refuse(page)
    try {
      refuse(page)
      return false
    } catch {
      return true
    }
  })
  expect(known).not.toEqual([])
})

test('finds paginated operations in all services', () => {
  expect(paged.length).toBeGreaterThan(100)
})
