import { expect, test } from 'vitest'
import { renameInCopy, replicateWorld } from './replicate-world.ts'
import { world as full } from './full.ts'

test('renames identifiers that occur as whole words, but not in the original', () => {
  const rename = renameInCopy(['vpc-1', 'vpc-12', 'orders'], 2)
  expect(rename('vpc-1 vpc-12 vpc-123 arn:aws:sqs:::orders orders-dlq')).toBe(
    'vpc-1c2 vpc-12c2 vpc-123 arn:aws:sqs:::ordersc2 ordersc2-dlq',
  )
  expect(renameInCopy(['vpc-1'], 0)('vpc-1')).toBe('vpc-1')
})

test('an identifier with another one as prefix gets the renamed prefix', () => {
  const accelerator = 'arn:aws:globalaccelerator::1:accelerator/a'
  const listener = `${accelerator}/listener/b`
  const group = `${listener}/endpoint-group/c`
  const rename = renameInCopy([accelerator, listener, group], 3)
  expect(rename(group)).toBe(`${accelerator}c3/listener/bc3/endpoint-group/cc3`)
})

test('each copy of an accelerator has its own listeners and endpoint groups', () => {
  const { accelerators = [], listeners = [], endpointGroups = [] } = full.accounts[0]?.global.globalAccelerator ?? {}
  const arns = [
    ...accelerators.map(({ AcceleratorArn = '' }) => AcceleratorArn),
    ...listeners.map(({ ListenerArn = '' }) => ListenerArn),
    ...endpointGroups.map(({ EndpointGroupArn = '' }) => EndpointGroupArn),
  ]
  const copies = replicateWorld(full, arns, 3).accounts[0]?.global.globalAccelerator
  const copiedAccelerators = copies?.accelerators?.map(({ AcceleratorArn = '' }) => AcceleratorArn) ?? []
  expect(new Set(copiedAccelerators).size).toBe(3 * accelerators.length)
  for (const owner of copiedAccelerators) {
    const own = copies?.listeners?.filter(({ ListenerArn }) => ListenerArn?.startsWith(`${owner}/listener/`))
    expect(own).toHaveLength(listeners.length)
    const prefix = `${own?.[0]?.ListenerArn}/endpoint-group/`
    const groups = copies?.endpointGroups?.filter(({ EndpointGroupArn }) => EndpointGroupArn?.startsWith(prefix))
    expect(groups).toHaveLength(endpointGroups.length)
  }
})
