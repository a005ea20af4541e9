import { expect, test } from 'vitest'
import { internet, parseRange } from './addresses.ts'
import { findRoute, type Route } from './routes.ts'

const set = (...texts: readonly string[]) => texts.flatMap((text) => parseRange(text) ?? [])

/** E.g. `10.0.0.0/8 a`, and with a priority `10.0.0.0/8 a 2`. */
function routes(...lines: readonly string[]): readonly Route<string>[] {
  return lines.flatMap((line) => {
    const [block = '', target = '', priority = '0'] = line.split(' ')
    return set(block).map((destination) => ({ destination, target, priority: Number(priority) }))
  })
}

const same = (a: string, b: string) => a === b

test.each<readonly [name: string, lines: readonly string[], addresses: string, expected: string]>([
  ['none fits', ['10.0.0.0/8 a'], '11.0.0.1', 'no route'],
  ['none of this family', ['0.0.0.0/0 a'], '::1', 'no route'],
  ['the longest prefix', ['0.0.0.0/0 a', '10.0.0.0/8 b', '10.1.0.0/16 c'], '10.0.0.1', 'b'],
  ['of two equally long ones, the one with priority', ['10.0.0.0/8 a 2', '10.0.0.0/8 b 1'], '10.0.0.1', 'b'],
  ['of two equal ones with the same target, that target', ['10.0.0.0/8 a', '10.0.0.0/8 a'], '10.0.0.1', 'a'],
  ['of two equal ones with different targets, neither', ['10.0.0.0/8 a', '10.0.0.0/8 b'], '10.0.0.1', 'several routes'],
  ['all addresses by one', ['10.0.0.0/8 a'], '10.0.0.0/24', 'a'],
  ['all addresses by two to one target', ['10.0.0.0/25 a', '10.0.0.128/25 a'], '10.0.0.0/24', 'a'],
  ['two halves to two targets', ['10.0.0.0/25 a', '10.0.0.128/25 b'], '10.0.0.0/24', 'several routes'],
  ['one half without a route', ['10.0.0.0/25 a'], '10.0.0.0/24', 'several routes'],
])('%s', (_, lines, addresses, expected) => {
  const answer = findRoute(routes(...lines), set(addresses), same)
  expect(answer.found ?? answer.because).toBe(expected)
})

test.each<readonly [name: string, lines: readonly string[], expected: string]>([
  ['the default route', ['0.0.0.0/0 a'], 'a'],
  ['in two halves', ['0.0.0.0/1 a', '128.0.0.0/1 a'], 'a'],
  ['in two halves to two targets', ['0.0.0.0/1 a', '128.0.0.0/1 b'], 'several routes'],
  ['a small part with another target does not count', ['0.0.0.0/0 a', '52.94.0.0/16 b'], 'a'],
  ['a private network does not count', ['0.0.0.0/0 a', '10.0.0.0/8 b'], 'a'],
  ['parts that are small together', ['0.0.0.0/0 a', '52.0.0.0/9 b', '52.128.0.0/10 b'], 'a'],
  [
    'parts that are large together',
    ['0.0.0.0/0 a', '52.0.0.0/9 b', '52.128.0.0/9 b', '54.0.0.0/16 b'],
    'several routes',
  ],
  ['only a part of it', ['52.94.0.0/16 b'], 'several routes'],
  ['none', ['10.0.0.0/8 b'], 'no route'],
])('the internet as a whole: %s', (_, lines, expected) => {
  const answer = findRoute(routes(...lines), internet[4], same)
  expect(answer.found ?? answer.because).toBe(expected)
})
