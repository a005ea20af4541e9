import { expect, test } from 'vitest'
import { group } from '../views/boxes/group.ts'
import { measureInter } from '../typeface/inter.ts'
import { boxContent } from './box-texts.ts'

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
