import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { startSimulatedCloud } from './simulated-cloud.ts'
import { loadWorld, worldNames } from './world-catalogue.ts'

test('an unknown world is rejected with the names of existing worlds', async () => {
  await expect(loadWorld('atlantis')).rejects.toThrow('Worlds: three-tier, empty, denied, large')
  await expect(loadWorld('toString')).rejects.toThrow('Unknown world toString')
  expect(worldNames).toContain('three-tier')
})

test('a port in use is an error, not a silent change of the port', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  await expect(startSimulatedCloud({ world: 'empty', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  other.close()
})

test('rejects requests of unknown services', async () => {
  const cloud = await startSimulatedCloud({ world: 'empty' })
  expect((await fetch(`${cloud.endpoint}/anything`)).status).toBe(403)
  await cloud.close()
})
