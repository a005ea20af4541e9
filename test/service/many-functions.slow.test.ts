/** More functions than a scan asks about: the others are told as read in part, never as closed. */
import { expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { mostWithAccess } from '../../src/collect/aws/lambda/function.ts'
import { indexGraph } from '../../src/graph/graph-index.ts'
import { exposures, internetVerdicts } from '../../src/meaning/exposure/exposures.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { world } from '../../src/simulated/worlds/exposure-traps.ts'

const type = 'AWS::Lambda::Function'
const others = 5

test('policies and URLs of the first functions are read, the others are unknown', async () => {
  const functions = Array.from({ length: mostWithAccess + others }, (_, position) => {
    const name = `function-${String(position).padStart(4, '0')}`
    return { FunctionName: name, FunctionArn: `arn:aws:lambda:us-east-1:444455556666:function:${name}` }
  })
  const accounts = world.accounts.map((account) => ({
    ...account,
    regions: { 'us-east-1': { lambda: { functions } } },
  }))
  const cloud = await startSimulatedCloud({ world: { accounts } })
  try {
    const graph = await scanSimulatedRegion(cloud)
    const calls = (operation: string) => cloud.calls.filter((call) => call.operation === operation).length
    expect([calls('GetPolicy'), calls('ListFunctionUrlConfigs')]).toEqual([mostWithAccess, mostWithAccess])
    const found = graph.resources.filter((resource) => resource.type === type)
    const beyond = found.filter(({ partial }) => partial === true)
    expect([found.length, beyond.length]).toEqual([functions.length, others])
    const { status, reason } = graph.coverage.find((coverage) => coverage.type === type)!
    expect([status, reason]).toEqual(['collected', expect.stringContaining(`${others} were not described in full.`)])
    const index = indexGraph(graph)
    const ofFunctions = exposures(index).filter(({ resource }) => resource.type === type)
    expect(ofFunctions.map(({ resource: { id }, verdict }) => [id, verdict])).toEqual(
      beyond.map(({ id }) => [id, 'unknown']),
    )
    expect(ofFunctions[0]?.unknownBecause[0]).toMatchObject({ action: 'lambda:GetPolicy', reason })
    const verdictOf = internetVerdicts(index)
    expect(found.filter((each) => verdictOf(each) === 'closed')).toHaveLength(mostWithAccess)
  } finally {
    await cloud.close()
  }
})
