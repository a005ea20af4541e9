/**
 * Measures what answers cost agents: sixty questions with known answers, asked through the Model Context Protocol about
 * the same account with 160 and with 20,000 resources. A token is 4 bytes.
 */
import { isDeepStrictEqual } from 'node:util'
import { scanSimulatedRegion } from '../scripts/scan-simulated-region.ts'
import type { RunningService } from '../src/composition/service.ts'
import { drawDiagrams } from '../src/drawing/diagrams.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'
import { startSimulatedCloud } from '../src/simulated/simulated-cloud.ts'
import { largeWorld } from '../src/simulated/worlds/large.ts'
import { connectAgent } from '../test/support/agent-client.ts'
import { agentQuestions, type AskedQuestion, askQuestions } from '../test/support/agent-questions.ts'
import { saveGraph } from '../test/support/save-graph.ts'
import { newKey, withEmptyService } from './empty-service.ts'
import { type Bench, type Figure, figure } from './figure.ts'
import { median } from './median.ts'
import { newConnection } from './stored-scan.ts'

const [few, many] = [160, 20_000]

export const benchAgents: Bench = (say) => withEmptyService((service) => measure(service, say))

async function measure(service: RunningService, say: (line: string) => void): Promise<readonly Figure[]> {
  const small = await asked(service, few, say)
  const large = await asked(service, many, say)
  const ratios = large.questions.map((each, at) => each.tokens / (small.questions[at]?.tokens ?? Number.NaN))
  return [
    figure('questions', large.questions.length, ''),
    figure('wrong answers', wrong(small.questions) + wrong(large.questions), '', 0),
    ...[
      { resources: few, questions: small.questions },
      { resources: many, questions: large.questions },
    ].flatMap(({ resources, questions }) => [
      figure(`${size(resources)}: one answer, median`, median(tokens(questions)), 'tokens', 800),
      figure(`${size(resources)}: the longest answer`, Math.max(...tokens(questions)), 'tokens'),
    ]),
    figure(
      `${size(many)} ÷ ${size(few)}: median answers`,
      median(tokens(large.questions)) / median(tokens(small.questions)),
      '×',
      1.2,
    ),
    figure(`${size(many)} ÷ ${size(few)}: the same question, median`, median(ratios), '×', 1.2),
    figure('schemas of all tools', large.schemas, 'tokens', 2_500),
  ]
}

const tokens = (questions: readonly AskedQuestion[]) => questions.map((each) => each.tokens)
const size = (resources: number) => `${resources.toLocaleString('en')} resources`
const wrong = (questions: readonly AskedQuestion[]) =>
  questions.filter(({ answer, expected }) => !isDeepStrictEqual(answer, expected)).length

async function asked(service: RunningService, resources: number, say: (line: string) => void) {
  const cloud = await startSimulatedCloud({ world: largeWorld(resources) })
  const graph = await scanSimulatedRegion(cloud)
  await cloud.close()
  const added = graph.resources.findLast(({ type }) => type === 'AWS::EC2::Instance')
  if (added === undefined) throw new Error('The account has no instance')
  const before = { ...graph, resources: graph.resources.filter((each) => each !== added) }
  const { scan, key } = await store(service, `${resources} resources`, [before, graph])
  const agent = await connectAgent(service.baseUrl, key)
  try {
    const questions = await askQuestions(agent, scan, agentQuestions(graph, added))
    for (const [tool, ofTool] of Map.groupBy(questions, (each) => each.tool)) {
      say(`${resources} resources, ${ofTool.length} × ${tool}: ${median(ofTool.map(({ tokens }) => tokens))} tokens`)
    }
    for (const each of questions) {
      if (!isDeepStrictEqual(each.answer, each.expected)) say(`wrong: ${JSON.stringify(each)}`)
    }
    const { tools } = await agent.client.listTools()
    return { questions, schemas: Buffer.byteLength(JSON.stringify(tools)) / 4 }
  } finally {
    await agent.close()
  }
}

/** Stores completed scans of an account in an organization of its own. Returns the last one, and an API key. */
async function store(service: RunningService, name: string, graphs: readonly ResourceGraph[]) {
  const connection = await newConnection(service.store, name)
  let scan = ''
  for (const graph of graphs) {
    const diagrams = await drawDiagrams(graph)
    scan = await service.store.tenant(connection.organizationId, async (tenant) => {
      const { id } = await tenant.scans.insert({
        connectionId: connection.id,
        accountNumber: connection.accountNumber,
        region: graph.region,
      })
      await tenant.scans.begin(id, {})
      await saveGraph(tenant.graphs, id, graph)
      await tenant.graphs.replaceCoverage(id, graph.coverage)
      await tenant.diagrams.insert(id, diagrams)
      await tenant.scans.complete(id, 1, {})
      return id
    })
  }
  return { scan, key: await newKey(service, connection.organizationId) }
}
