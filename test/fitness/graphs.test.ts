/** The graphs of the simulated accounts are those that somebody has read and accepted, and they tell every property from its opposite. */
import { expect, test } from 'vitest'
import { goldenAccount, scanGoldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { readGoldens } from '../../scripts/goldens/golden-files.ts'
import { compareGraph, graphNames } from '../../scripts/goldens/graph-goldens.ts'
import type { Resource } from '../../src/graph/resource-graph.ts'

test.each(graphNames)(
  'the resources of %s have the properties, tags and relations that were accepted',
  async (name) => {
    const { differences } = await compareGraph(name)
    const told = differences.map(({ file, what }) => `${file} ${what}`)
    expect(told, 'Read what changed, then run npm run goldens -- graphs --accept').toEqual([])
  },
)

test('every list is read to its end: pages of one item make the same graph', async () => {
  const { differences } = await compareGraph('graphs/full', { rules: [{ effect: 'short-pages' }] })
  expect(differences.map(({ file, what }) => `${file} ${what}`)).toEqual([])
})

test('every type is read where resources tell nothing but their own values: AWS leaves out lists and structures that are empty', async () => {
  const { coverage, resources } = await scanGoldenAccount(goldenAccount('full'), { rules: [{ effect: 'sparse' }] })
  expect(coverage.filter(({ status }) => status !== 'collected')).toEqual([])
  expect(new Set(resources.map(({ type }) => type)).size).toBeGreaterThan(100)
  // Those that are an answer of their own are told.
  expect(resources.filter(({ tags }) => Object.keys(tags).length > 0).length).toBeLessThan(10)
  // What is stored as JSON has no `undefined` within.
  const values = resources.flatMap(({ properties }) => Object.values(properties).filter((each) => each !== undefined))
  expect(values).toStrictEqual(JSON.parse(JSON.stringify(values)))
})

/** Yes and no of one resource, by property. */
type Answers = ReadonlyMap<string, boolean>

/** By type, what the kept graphs say of each of its resources. */
async function keptAnswers(): Promise<ReadonlyMap<string, readonly Answers[]>> {
  const kept = await Promise.all(['graphs/full', 'graphs/contrasts'].map((name) => readGoldens(name)))
  const resources = kept.flatMap((files) =>
    [...files].flatMap(([file, content]) =>
      file === 'coverage.json' ? [] : (JSON.parse(content.toString()) as readonly Resource[]),
    ),
  )
  const byType = Map.groupBy(resources, ({ type }) => type)
  return new Map(
    [...byType].map(([type, ofType]) => [type, ofType.map(({ properties }) => new Map(booleansOf(properties)))]),
  )
}

/** By their path, those within objects too. */
function booleansOf(value: unknown, path = ''): readonly (readonly [string, boolean])[] {
  if (typeof value === 'boolean') return [[path, value]]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, member]) => booleansOf(member, path === '' ? key : `${path}.${key}`))
}

const namesIn = (answers: readonly Answers[]) => [...new Set(answers.flatMap((each) => [...each.keys()]))].toSorted()

test('every property that is yes or no is yes once and no once: a constant would be noticed', async () => {
  const constant = [...(await keptAnswers())].flatMap(([type, answers]) =>
    namesIn(answers).flatMap((name) => {
      const values = new Set(answers.map((each) => each.get(name)))
      return values.has(true) && values.has(false) ? [] : [`${type} ${name}`]
    }),
  )
  // Add a resource that has the other value to src/simulated/worlds/full or contrasts.ts.
  expect(constant).toEqual([])
})

test('no two properties of a type are always alike: one read from the field of another would be noticed', async () => {
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
