/** Holds the version of stored exposures: other rules must not show as changes of an account. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { storedExposures } from '../../src/meaning/exposure/stored-exposures.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'

/** Of the account that has a case for most rules. */
const expected = { version: 5, digest: 'cd108ba4b615c5c6' }

test('other rules have another version', async () => {
  const cloud = await startSimulatedCloud({ world: await loadWorld('exposure-traps') })
  const graph = await scanSimulatedRegion(cloud, { region: 'us-east-1', accountAlias: 'traps' })
  await cloud.close()
  const { version, exposures } = storedExposures(graph)
  expect(new Set(exposures.map(({ verdict }) => verdict))).toEqual(new Set(['open', 'conditional', 'unknown']))
  const digest = createHash('sha256').update(JSON.stringify(exposures)).digest('hex').slice(0, 16)
  expect(
    { version, digest },
    'If rules of exposures changed, raise exposuresVersion. If only the simulated account did, keep it. Then write both here.',
  ).toEqual(expected)
})
