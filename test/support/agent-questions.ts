/** Sixty questions of agents about a scan of the account of any size, with answers that are computed from its graph. */
import { indexGraph } from '../../src/graph/graph-index.ts'
import type { Resource, ResourceGraph } from '../../src/graph/resource-graph.ts'
import type { Exposure } from '../../src/meaning/exposure/exposure.ts'
import { exposures } from '../../src/meaning/exposure/exposures.ts'
import { impactOf } from '../../src/meaning/impact/impact.ts'
import { reach } from '../../src/meaning/reach/reach.ts'
import type { AgentClient } from './agent-client.ts'

type Data = Readonly<Record<string, unknown>>

export type AgentQuestion = {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** The part of the answer that is compared. */
  readonly pick: (data: Data) => unknown
  readonly expected: unknown
}

/** Of the resource types that the account has at every size. */
const types = [
  'AWS::Events::EventBus',
  'AWS::EC2::Instance',
  'AWS::EC2::InternetGateway',
  'AWS::EC2::NatGateway',
  'AWS::EC2::RouteTable',
  'AWS::EC2::SecurityGroup',
  'AWS::EC2::Subnet',
  'AWS::EC2::VPC',
  'AWS::Lambda::Function',
  'AWS::RDS::DBInstance',
  'AWS::RDS::DBSubnetGroup',
  'AWS::S3::Bucket',
]
/** The API counts matches on a page only. */
const mostCounted = 100

const name = ({ type, id }: Pick<Resource, 'type' | 'id'>) => `${type}/${id}`
const isEnd = (end: { readonly type: string; readonly id: string | null }, resource: Resource) =>
  end.type === resource.type && end.id === resource.id

const counted = (all: readonly string[], names: readonly string[]) =>
  Object.fromEntries(names.map((each) => [each, all.filter((other) => other === each).length]))
const matching = (found: readonly Resource[]) => ({
  matches: Math.min(found.length, mostCounted),
  more: found.length > mostCounted,
})

/** `added`: what the scan before didn't find. */
export function agentQuestions(graph: ResourceGraph, added: Resource): readonly AgentQuestion[] {
  const index = indexGraph(graph)
  const exposed = exposures(index)
  const own = graph.resources.filter(({ presence }) => presence === 'read')
  const ofType = (type: string) => own.filter((each) => each.type === type)
  const first = (type: string, at = 0) => {
    const found = ofType(type)[at]
    if (found === undefined) throw new Error(`The account has too few of ${type}`)
    return found
  }
  const verdicts = (isWanted: (resource: Exposure['resource']) => boolean) =>
    counted(
      exposed.flatMap(({ resource, verdict }) => (isWanted(resource) ? [verdict] : [])),
      ['open', 'conditional', 'unknown'],
    )
  const ask = (tool: string, input: AgentQuestion['input'], pick: AgentQuestion['pick'], expected: unknown) => ({
    tool,
    input,
    pick,
    expected,
  })
  const connection = (from: string, to: string, port: number) => {
    const answer = reach([index], { from, to, protocol: 'tcp', port })
    if ('problem' in answer) throw new Error(`${answer.parameter} is ${answer.problem}`)
    return ask('reach', { from, to, port }, ({ verdict }) => verdict, answer.verdict)
  }
  const instance = 'AWS::EC2::Instance'

  return [
    ...types.map((type) =>
      ask('find', { type }, ({ matches, typeStatus }) => ({ matches, typeStatus }), {
        matches: ofType(type).length,
        typeStatus: 'collected',
      }),
    ),
    ...types.map((type) => {
      const of = first(type)
      return ask('describe', { of: name(of) }, ({ resource, counts }) => ({ id: (resource as Resource).id, counts }), {
        id: of.id,
        counts: {
          relations: graph.relations.filter(({ source }) => isEnd(source, of)).length,
          usedBy: graph.relations.filter(({ target }) => isEnd(target, of)).length,
          exposures: exposed.filter(({ resource }) => isEnd(resource, of)).length,
        },
      })
    }),
    ...types.map((type) => {
      const effects = impactOf(index, first(type)).dependents.map(({ effect }) => effect)
      const expected = counted(effects, ['breaks', 'degrades', 'orphaned', 'unknown'])
      return ask('impact', { of: name(first(type)) }, ({ counts }) => counts, expected)
    }),
    ask('coverage', {}, ({ resources }) => resources, own.length),
    ...types.slice(0, 5).map((type) => ask('coverage', { type }, ({ resources }) => resources, ofType(type).length)),
    ask(
      'exposed',
      {},
      ({ counts }) => counts,
      verdicts(() => true),
    ),
    ...[instance, 'AWS::Lambda::Function', 'AWS::S3::Bucket', 'AWS::RDS::DBInstance'].map((type) =>
      ask(
        'exposed',
        { type },
        ({ counts }) => counts,
        verdicts((each) => each.type === type),
      ),
    ),
    ask(
      'exposed',
      { of: name(first(instance)) },
      ({ counts }) => counts,
      verdicts((each) => isEnd(each, first(instance))),
    ),
    ...['team=billing', 'env=production'].map((tag) => {
      const [key = '', value] = tag.split('=')
      const found = own.filter(({ tags }) => tags[key] === value)
      return ask('find', { tag }, ({ matches, more }) => ({ matches, more }), matching(found))
    }),
    ask('find', { q: first(instance).id }, ({ resources }) => (resources as readonly Resource[]).map(({ id }) => id), [
      first(instance).id,
    ]),
    connection('internet', name(first(instance)), 443),
    connection(name(first(instance)), '9.9.9.9', 443),
    connection(name(first(instance)), name(first(instance, 1)), 443),
    connection(name(first('AWS::RDS::DBInstance')), '9.9.9.9', 443),
    ask(
      'changes',
      {},
      ({ changes }) => (changes as readonly (Resource & { readonly kind: string })[]).map(({ id, kind }) => [kind, id]),
      [['added', added.id]],
    ),
    ask('changes', { area: 'exposure' }, ({ changes }) => changes, []),
    ask(
      'accounts',
      {},
      ({ accounts }) =>
        (accounts as readonly { readonly scans: readonly Data[] }[]).map(({ scans }) => scans[0]?.['region']),
      [graph.region],
    ),
    ...['overview', 'network'].map((view) =>
      ask('draw', { view }, ({ mermaid }) => /^(?:---|flowchart|%%)/u.test(mermaid as string), true),
    ),
  ]
}

export type AskedQuestion = AgentQuestion & { readonly answer: unknown; readonly tokens: number }

export async function askQuestions(
  agent: AgentClient,
  scan: string,
  questions: readonly AgentQuestion[],
): Promise<readonly AskedQuestion[]> {
  const asked: AskedQuestion[] = []
  for (const question of questions) {
    const input = question.tool === 'accounts' ? {} : { scan, ...question.input }
    const { isError, data, tokens } = await agent.ask(question.tool, input)
    asked.push({ ...question, tokens, answer: isError ? data : question.pick(data) })
  }
  return asked
}
