import { expect, test } from 'vitest'
import { takeContent } from './page-content.ts'

test('a page keeps what its list goes on by, and gives its records away', () => {
  const records = [{ id: 'a' }, { id: 'b' }]
  const page = { Names: ['x', 'y'], Records: records, NextToken: 'next', Empty: [] as object[] }
  const content = takeContent(page)
  expect(content).toEqual({ Names: ['x', 'y'], Records: records, NextToken: 'next', Empty: [] })
  expect(page).toEqual({ Names: ['x', 'y'], Records: undefined, NextToken: 'next', Empty: [] })
  expect(records).toHaveLength(2)
})

test.for([[['a', 'b']], ['a name'], [null], [[{ id: 'a' }]]])('%j is no page of records', ([page]) => {
  expect(takeContent(page)).toBe(page)
})
