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

test('only resources of the region are kept from an account-wide list', () => {
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

test('a resource that its reading places in the region is kept without a relation, with what is kept for it', () => {
  const kept = keepRegional(
    [
      { ...resource('Distribution', 'here', ['Role', 'used']), inRegion: true },
      resource('Distribution', 'elsewhere'),
      resource('Role', 'used'),
      resource('Role', 'idle'),
    ],
    keepOf,
  )
  expect(kept.map((each) => each.reference.id)).toEqual(['here', 'used'])
})

test('a single resource of an account-wide list needs a resource of the region as well', () => {
  const kept = keepRegional([resource('Function', 'f'), resource('Role', 'idle')], keepOf)
  expect(kept.map((each) => each.reference.id)).toEqual(['f'])
})

test('connected resources are kept by relations in either direction', () => {
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

test('kept resources keep others, regardless of the order', () => {
  const chain = [
    resource('Policy', 'p'),
    resource('Role', 'r', ['Policy', 'p']),
    resource('Distribution', 'd', ['Function', 'f'], ['Role', 'r']),
    resource('Function', 'f'),
  ]
  expect(keepRegional(chain, keepOf)).toEqual(chain)
  expect(keepRegional(chain.toReversed(), keepOf)).toEqual(chain.toReversed())
})

test("two resources that only reference each other aren't kept", () => {
  expect(keepRegional([resource('Role', 'a', ['Role', 'b']), resource('Role', 'b', ['Role', 'a'])], keepOf)).toEqual([])
})
