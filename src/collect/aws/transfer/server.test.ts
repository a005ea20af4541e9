import { expect, test } from 'vitest'
import { serverResource } from './server.ts'

test('a server has the name of its tag, because it has no other', () => {
  const [ServerId, Arn] = ['s-01234567890abcdef', 'arn:aws:transfer:us-east-1:444455556666:server/s-01234567890abcdef']
  const tags = [
    { Key: 'team', Value: 'data' },
    { Key: 'Name', Value: 'partners' },
  ]
  expect(serverResource({ ServerId, Arn, Tags: tags })).toMatchObject({ id: ServerId, arn: Arn, name: 'partners' })
  expect(serverResource({ ServerId, Arn, Tags: tags.slice(0, 1) }).name).toBeUndefined()
})
