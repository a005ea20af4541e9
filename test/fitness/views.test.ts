/**
 * The views of the graphs that somebody has accepted are, as the texts that need no layout, those that were accepted too: told in
 * seconds, without a scan and before any picture.
 */
import { expect, test } from 'vitest'
import { drawGoldenViews } from '../../scripts/goldens/draw-goldens.ts'
import { goldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { readGoldens } from '../../scripts/goldens/golden-files.ts'
import { renderDiagram } from '../../src/diagram/render-diagram.ts'
import { compareReferences } from '../../src/graph/resolve-graph.ts'
import type { Relation, Resource, ResourceGraph, TypeCoverage, Verb } from '../../src/graph/resource-graph.ts'

type Described = Resource & { readonly relations: readonly string[] }

/** As `scripts/goldens/graph-goldens.ts` writes it; calls and times, which are not kept, are in no view. */
async function keptGraph(name: string): Promise<ResourceGraph> {
  const { alias, region } = goldenAccount(name)
  const files = [...(await readGoldens(`graphs/${name}`))].map(
    ([file, text]) => [file, JSON.parse(text.toString())] as const,
  )
  const described = files
    .filter(([file]) => file !== 'coverage.json')
    .flatMap(([, resources]) => resources as readonly Described[])
    .toSorted(compareReferences)
  const outcomes = files.find(([file]) => file === 'coverage.json')?.[1] as readonly TypeCoverage[]
  return {
    accountId: '444455556666',
    accountAlias: alias,
    region,
    resources: described.map(({ relations: _relations, ...resource }) => resource),
    relations: described.flatMap(({ type, id, relations }) => relations.map((told) => relationOf({ type, id }, told))),
    coverage: outcomes.map((outcome) => ({ ...outcome, calls: 0, retries: 0, durationMs: 0 })),
  }
}

/** Of `uses AWS::EC2::VPC vpc-1 (ec2:DescribeSubnets Subnets[].VpcId)`. */
function relationOf(source: Relation['source'], told: string): Relation {
  const [, basis, verb, type = '', id = '', evidence = ''] =
    /^(permitted: )?([a-z ]+) (\w+::\S+) ([^]+) \(([^(]*)\)$/.exec(told) ?? []
  if (verb === undefined) throw new Error(`${told} is no relation`)
  return { source, verb: verb as Verb, target: { type, id }, evidence, ...(basis && { basis: 'permitted' }) }
}

test.each(['full', 'denied'])('the views of %s', async (name) => {
  const kept = await readGoldens(name)
  const diagrams = await drawGoldenViews(await keptGraph(name))
  expect(diagrams).toHaveLength(5)
  const different: string[] = []
  for (const diagram of diagrams) {
    for (const format of ['mermaid', 'd2'] as const) {
      const { bytes, fileExtension } = await renderDiagram(diagram, { format, theme: 'light' })
      const file = `${diagram.view}.${fileExtension}`
      if (Buffer.compare(bytes, kept.get(file) ?? Buffer.alloc(0)) !== 0) different.push(file)
    }
  }
  // Look at what changed in test/goldens, then run npm run goldens -- --accept.
  expect(different).toEqual([])
})
