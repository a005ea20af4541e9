/**
 * Tests that the graphs of the simulated accounts equal the accepted ones, and that these distinguish every property
 * from its opposite.
 */
import { expect, test } from 'vitest'
import { goldenAccount, scanGoldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { readGoldens } from '../../scripts/goldens/golden-files.ts'
import { compareGraph, graphNames } from '../../scripts/goldens/graph-goldens.ts'
import { inSimulatedSession } from '../../scripts/scan-simulated-region.ts'
import type { AccountSession } from '../../src/cloud/account-session.ts'
import { catalogue } from '../../src/collect/catalogue.ts'
import { collectAll } from '../../src/collect/run/runner.ts'
import type { Resource } from '../../src/graph/resource-graph.ts'
import type { ResourceReading } from '../../src/graph/resource-version.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'

test.each(graphNames)(
  'the resources of %s have the properties, tags and relations that were accepted',
  async (name) => {
    const { differences } = await compareGraph(name)
    const told = differences.map(({ file, what }) => `${file} ${what}`)
    expect(told, 'Read what changed, then run npm run goldens -- graphs --accept').toEqual([])
  },
)

test('reads every list to its end: pages of one item result in the same graph', async () => {
  const { differences } = await compareGraph('graphs/full', { rules: [{ effect: 'short-pages' }] })
  expect(differences.map(({ file, what }) => `${file} ${what}`)).toEqual([])
})

test('collects every type if AWS omits empty lists and structures', async () => {
  const { coverage, resources } = await scanGoldenAccount(goldenAccount('full'), { rules: [{ effect: 'sparse' }] })
  expect(coverage.filter(({ status }) => status !== 'collected')).toEqual([])
  expect(new Set(resources.map(({ type }) => type)).size).toBeGreaterThan(100)
  // Structures with a meaning of their own are returned.
  expect(resources.filter(({ tags }) => Object.keys(tags).length > 0).length).toBeLessThan(10)
  // Values that are stored as JSON contain no `undefined`.
  const values = resources.flatMap(({ properties }) => Object.values(properties).filter((each) => each !== undefined))
  expect(values).toStrictEqual(JSON.parse(JSON.stringify(values)))
})

/** The boolean properties of one resource, by path. */
type Answers = ReadonlyMap<string, boolean>

async function acceptedResources(): Promise<readonly Resource[]> {
  const kept = await Promise.all(['graphs/full', 'graphs/contrasts'].map((name) => readGoldens(name)))
  return kept.flatMap((files) =>
    [...files].flatMap(([file, content]) =>
      file === 'coverage.json' ? [] : (JSON.parse(content.toString()) as readonly Resource[]),
    ),
  )
}

/** Returns the booleans of each stored resource, by type. */
async function keptAnswers(): Promise<ReadonlyMap<string, readonly Answers[]>> {
  const byType = Map.groupBy(await acceptedResources(), ({ type }) => type)
  return new Map(
    [...byType].map(([type, ofType]) => [type, ofType.map(({ properties }) => new Map(booleansOf(properties)))]),
  )
}

/** By path, including nested ones. */
function booleansOf(value: unknown, path = ''): readonly (readonly [string, boolean])[] {
  if (typeof value === 'boolean') return [[path, value]]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, member]) => booleansOf(member, path === '' ? key : `${path}.${key}`))
}

const namesIn = (answers: readonly Answers[]) => [...new Set(answers.flatMap((each) => [...each.keys()]))].toSorted()

test('every boolean property has both values, so that a constant would fail', async () => {
  const constant = [...(await keptAnswers())].flatMap(([type, answers]) =>
    namesIn(answers).flatMap((name) => {
      const values = new Set(answers.map((each) => each.get(name)))
      return values.has(true) && values.has(false) ? [] : [`${type} ${name}`]
    }),
  )
  // Add a resource with the other value to src/simulated/worlds/full or contrasts.ts.
  expect(constant).toEqual([])
})

test('no two properties of a type are always equal, so that reading the wrong field would fail', async () => {
  const alike = [...(await keptAnswers())].flatMap(([type, answers]) =>
    namesIn(answers).flatMap((left, index, names) =>
      names
        .slice(index + 1)
        .filter((right) => answers.every((each) => each.get(left) === each.get(right)))
        .map((right) => `${type} ${left} and ${right}`),
    ),
  )
  expect(alike).toEqual([])
})

/** Names of settings with a few values, without sizes, versions, and names of policies. */
const settingNames =
  /(?:architecture|auth|engine|family|kind|level|mode|option|priceClass|protocol|scheme|tenancy|tier|(?<!instance|node|worker)type|visibility)$/iu

/** With one value by nature, or whose other values take other resources. */
const ofOneValue = [
  'AWS::Batch::JobDefinition jobType',
  'AWS::Batch::JobQueue jobQueueType',
  'AWS::DocDB::DBCluster engine',
  'AWS::DocDB::DBInstance engine',
  'AWS::EC2::CustomerGateway vpnType',
  'AWS::EC2::VPNConnection vpnType',
  'AWS::EC2::VPNGateway vpnType',
  'AWS::GlobalAccelerator::Listener protocol',
  'AWS::Lightsail::Database engine',
  'AWS::Lightsail::Instance openPorts.protocol',
  'AWS::Neptune::DBCluster engine',
  'AWS::Neptune::DBInstance engine',
  'AWS::RDS::DBSnapshot engine',
  'AWS::Route53Resolver::ResolverRule targets.protocol',
  'AWS::Transfer::Server endpointType',
]

/** By path, including nested ones and those in lists. */
function settingsOf(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((item) => settingsOf(item, path))
  if (typeof value === 'string') return settingNames.test(path) ? [[path, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => settingsOf(member, path === '' ? key : `${path}.${key}`))
}

test('every setting with named values has at least two, so that a constant would fail', async () => {
  const settings = (await acceptedResources()).flatMap(({ type, properties }) =>
    settingsOf(properties).map(([path, value]) => [`${type} ${path}`, value] as const),
  )
  const constant = [...Map.groupBy(settings, ([name]) => name)]
    .filter(([, values]) => new Set(values.map(([, value]) => value)).size === 1)
    .map(([name]) => name)
  // Add the other value to src/simulated/worlds/contrasts.ts.
  expect(constant.toSorted()).toEqual(ofOneValue)
})

/** A property that a response doesn't have is there with the value `undefined`. */
type Properties = ResourceReading['resource']['properties']

/** Of all resources that the collectors find in the session. */
async function propertiesIn(session: AccountSession): Promise<readonly (readonly [type: string, Properties])[]> {
  const found: (readonly [string, Properties])[] = []
  await collectAll({
    collectors: catalogue,
    session,
    signal: AbortSignal.timeout(600_000),
    reasonOfAbort: () => 'The scan timed out.',
    onFound(readings) {
      for (const { resource } of readings) found.push([resource.type, resource.properties])
      return Promise.resolve()
    },
    onPage: () => undefined,
    onCoverage: () => undefined,
    onError: (type, error) => expect.fail(`${type}: ${String(error)}`),
  })
  return found
}

test('every property has a value in at least one accepted resource, so that reading another field would fail', async () => {
  const found: (readonly [string, Properties])[] = []
  for (const world of ['full', 'contrasts'] as const) {
    const cloud = await startSimulatedCloud({ world })
    try {
      found.push(...(await inSimulatedSession(cloud, {}, propertiesIn)))
    } finally {
      await cloud.close()
    }
  }
  const absent = [...Map.groupBy(found, ([type]) => type)].flatMap(([type, ofType]) => {
    const entries = ofType.flatMap(([, properties]) => Object.entries(properties))
    const withValue = new Set(entries.filter(([, value]) => value !== undefined).map(([name]) => name))
    return [...new Set(entries.map(([name]) => name)).difference(withValue)].map((name) => `${type} ${name}`)
  })
  // Add the member to src/simulated/worlds/rare-members.ts.
  expect(absent).toEqual([])
})
