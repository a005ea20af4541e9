import { expect, test } from 'vitest'
import { exportOptions } from './export-options.ts'

const shown = { options: {}, base: null, collapsed: new Set<string>(), hidden: new Set<string>() }

test('keeps the filter, and the base scan of a comparison', () => {
  expect(exportOptions({ ...shown, options: { tags: 'env=prod' }, base: '7d' })).toMatchObject({
    tags: 'env=prod',
    compare: '7d',
  })
})

test('leaves out hidden layers that exist, and the content of collapsed groups', () => {
  const hidden = new Set(['request', 'gap', 'unknown'])
  expect(exportOptions({ ...shown, hidden, collapsed: new Set(['a']) })).toEqual({
    hide: ['request', 'gap'],
    fold: ['a'],
  })
})
