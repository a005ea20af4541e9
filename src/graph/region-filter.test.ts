import { expect, test } from 'vitest'
import { keepRegional, type Keep, type KeepRule } from './region-filter.ts'
import { createReferenceTable } from './reference-table.ts'

const keeps: Record<string, Keep> = {
  Role: 'pointed to',
  Policy: 'pointed to',
  Distribution: 'pointing to',
  Zone: 'connected',
}
const keepOf = (type: string): KeepRule => ({ keep: keeps[type] ?? 'all', decidedBy: [] })

const reference = createReferenceTable()

function resource(type: string, id: string, ...targets: readonly (readonly [type: string, id: string])[]) {
  return { reference: reference({ type, id }), targets: targets.map(([type, id]) => reference({ type, id })) }
}

test('of an account-wide list only what concerns the region is kept', () => {
  const kept = keepRegional(
    [
      resource('Function', 'f', ['Role', 'used']),
      resource('Role', 'used', ['Policy', 'of used']),
      resource('Role', 'idle', ['Policy', 'of idle']),
      resource('Policy', 'of used'),
      resource('Policy', 'of idle'),
      resource('Distribution', 'here', ['Function', 'f']),
      resource('Distribution', 'elsewhere', ['Bucket', 'b']),
    ],
    keepOf,
  )
  expect(kept.map((each) => each.reference.id)).toEqual(['f', 'used', 'of used', 'here'])
})

test('what is kept where it is connected stays by either direction', () => {
  const kept = keepRegional(
    [
      resource('Function', 'f', ['Zone', 'asked']),
      resource('Zone', 'asked'),
      resource('Zone', 'of function', ['Function', 'f']),
      resource('Zone', 'idle'),
    ],
    keepOf,
  )
  expect(kept.map((each) => each.reference.id)).toEqual(['f', 'asked', 'of function'])
})

test('what is kept keeps more, in whatever order it is listed', () => {
  const chain = [
    resource('Policy', 'p'),
    resource('Role', 'r', ['Policy', 'p']),
    resource('Distribution', 'd', ['Function', 'f'], ['Role', 'r']),
    resource('Function', 'f'),
  ]
  expect(keepRegional(chain, keepOf)).toEqual(chain)
  expect(keepRegional(chain.toReversed(), keepOf)).toEqual(chain.toReversed())
})

test('two that only point to each other do not keep each other', () => {
  expect(keepRegional([resource('Role', 'a', ['Role', 'b']), resource('Role', 'b', ['Role', 'a'])], keepOf)).toEqual([])
})
