import { expect, test } from 'vitest'
import { keyNamed } from './key-aliases.ts'

const id = '0a1b2c3d-1111-2222-3333-444455556666'
const context = {
  region: 'us-east-1',
  accountNumber: '444455556666',
  resourcesNamed: (name: string) => [
    { type: 'AWS::SSM::Parameter', id: 'another' },
    ...(name === 'alias/orders' ? [{ type: 'AWS::KMS::Key', id }] : []),
  ],
}

test.each([
  [id, id],
  [`arn:aws:kms:us-east-1:444455556666:key/${id}`, id],
  [`arn:aws:kms:us-east-1:777788889999:key/${id}`, id],
  ['alias/orders', id],
  ['arn:aws:kms:us-east-1:444455556666:alias/orders', id],
  ['arn:aws:kms:us-east-1:777788889999:alias/orders', undefined],
  ['alias/carts', undefined],
  ['orders', undefined],
  [undefined, undefined],
])('%s is the key %s', (text, expected) => expect(keyNamed(text, context)).toBe(expected))
