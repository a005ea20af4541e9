import { expect, test } from 'vitest'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { defaultViewOptions } from '../view-options.ts'
import { accountFrame, internetNode, titleOf } from './account-frame.ts'

const graph = graphBuilder().build('shop')

test('an account has its region, after what is in no region', () => {
  const [inside, before] = [
    { ...internetNode, id: 'inside' },
    { ...internetNode, id: 'before' },
  ]
  expect(accountFrame(graph, [inside], [before])).toMatchObject({
    id: 'account:123456789012',
    form: 'account',
    arrangement: 'column',
    label: 'shop',
    detail: '123456789012',
    description: 'Account shop 123456789012',
    children: [
      before,
      {
        id: 'region:eu-west-1',
        form: 'region',
        arrangement: 'aside',
        label: 'eu-west-1',
        detail: 'region',
        description: 'Region eu-west-1',
        children: [inside],
      },
    ],
  })
})

test('a region without content says so', () => {
  expect(accountFrame(graph, []).children).toMatchObject([{ detail: 'region · nothing to draw', children: [] }])
})

test('an account without an alias has its ID as label', () => {
  expect(accountFrame({ ...graph, accountAlias: '' }, [])).toMatchObject({ label: '123456789012', detail: 'account' })
})

test('a detail page has the title of its view and its own', () => {
  expect(titleOf('Overview', defaultViewOptions)).toBe('Overview')
  expect(titleOf('Overview', { ...defaultViewOptions, pageTitle: 'orders' })).toBe('Overview: orders')
})
