import { expect, test } from 'vitest'
import { linesWithoutListed } from './panel-lines.ts'

const listed = new Set(['sg-1', 'app/web/1', 'orders'])

test('removes resources that the panel lists, and the count of further ones', () => {
  const description = 'Heading\n3 load balancers\nweb (app/web/1)\norders (orders)\nand 1,200 more'
  expect(linesWithoutListed(description, listed)).toEqual(['3 load balancers'])
})

test('keeps other resources, and the count of further ones', () => {
  const description = 'Heading (sg-1)\nOpen to the internet: tcp 443\nother (sg-2)\nand 3 more'
  expect(linesWithoutListed(description, listed)).toEqual([
    'Open to the internet: tcp 443',
    'other (sg-2)',
    'and 3 more',
  ])
  expect(linesWithoutListed('Heading', listed)).toEqual([])
})
