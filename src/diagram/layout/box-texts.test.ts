import { expect, test } from 'vitest'
import type { DiagramNode } from '../diagram.ts'
import { group } from '../views/boxes/group.ts'
import { measureInter } from '../typeface/inter.ts'
import { boxContent } from './box-texts.ts'
import { countCard } from './dimensions.ts'

const textsOf = (form: 'category' | 'subnet', detail: string, width: number) => {
  const element = group({ id: 'a', form, arrangement: 'grid', label: 'orders (3)', detail, children: [] })
  return boxContent(element, { x: 0, y: 0, width, height: 100 }, measureInter).texts.map(({ text }) => text)
}

test('beside the name of a group are the first details that fit as a whole', () => {
  const detail = 'shop-prod-… · CloudFormation stack'
  expect(textsOf('category', detail, 400)).toEqual(['orders (3)', detail])
  expect(textsOf('category', detail, 240)).toEqual(['orders (3)', 'shop-prod-…'])
  expect(textsOf('category', 'CloudFormation stack', 200)).toEqual(['orders (3)'])
})

test('a prefix that the names leave out is shortened in place of left out', () => {
  expect(textsOf('category', 'clickstream-analytics-… · tag app', 190)[1]).toMatch(/^click[^…]*…$/u)
})

test('below the name of a subnet, details are shortened', () => {
  expect(textsOf('subnet', 'public · 10.0.0.0/24 · may be incomplete', 200)[1]).toMatch(/^public.*…$/u)
})

const tileLines = (label: string, detail = '') => {
  const tile: DiagramNode = {
    kind: 'node',
    id: 'a',
    form: 'count',
    type: null,
    members: [],
    presence: 'read',
    variant: '',
    label,
    detail,
    description: '',
    opens: null,
  }
  const { texts } = boxContent(tile, { x: 0, y: 0, ...countCard }, measureInter)
  return texts.map(({ text, y }) => ({ text, y }))
}

test('a long type name has two lines on a tile, unless the second one says something else', () => {
  expect(tileLines('2 tables')).toEqual([{ text: '2 tables', y: 23 }])
  expect(tileLines('2 transit gateway route tables')).toEqual([
    { text: '2 transit gateway', y: 17 },
    { text: 'route tables', y: 31 },
  ])
  expect(tileLines('2 transit gateway route tables', 'open to the internet')).toEqual([
    { text: '2 transit gateway…', y: 17 },
    { text: 'open to the internet', y: 31 },
  ])
})
