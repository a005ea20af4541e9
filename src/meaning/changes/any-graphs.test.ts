/** What holds for the changes between any two graphs, whatever could not be read. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChangedValue, compareGraphs } from '../../graph/compare.ts'
import {
  type CoverageStatus,
  type Json,
  type Relation,
  type Resource,
  type TypeCoverage,
  type Verb,
} from '../../graph/resource-graph.ts'
import { resourceKey } from '../../graph/graph-index.ts'
import { type Change, describeChanges } from './describe-changes.ts'
import { graphChanges } from './graph-changes.ts'

const types = ['AWS::EC2::Instance', 'AWS::RDS::DBInstance', 'AWS::EC2::Subnet'] as const

type Graph = {
  readonly resources: readonly Resource[]
  readonly relations: readonly Relation[]
  readonly coverage: readonly TypeCoverage[]
}

const coverageOf = (type: string, status: CoverageStatus): TypeCoverage => ({
  type,
  countKey: type,
  status,
  count: null,
  calls: 1,
  retries: 0,
  durationMs: 1,
  reason: null,
  action: null,
  deniedBy: null,
  statement: null,
})

const key = ({ type, id }: Pick<Change['resource'], 'type' | 'id'>) => `${type} ${id}`

/** Few names and IDs, so that two graphs have many in common; some are hostile. */
const text = fc.constantFrom('a', 'b', 'x'.repeat(255), 'שלום\u202Etxt', '', '\u0000\r\n', 'constructor', '__proto__')
const value: fc.Arbitrary<Json> = fc.oneof(
  text,
  fc.boolean(),
  fc.array(text, { maxLength: 2 }),
  fc.dictionary(text, text, { maxKeys: 2, noNullPrototype: true }),
)

const reference = fc.record({ type: fc.constantFrom(...types), id: fc.constantFrom('1', '2', '3') })

const resource: fc.Arbitrary<Resource> = fc.record({
  type: fc.constantFrom(...types),
  id: fc.constantFrom('1', '2', '3'),
  arn: fc.constant(null),
  name: fc.option(text),
  presence: fc.constant('read' as const),
  tags: fc.dictionary(fc.oneof(text, fc.constant('aws:autoscaling:groupName')), text, {
    maxKeys: 2,
    noNullPrototype: true,
  }),
  properties: fc.dictionary(fc.oneof(text, fc.constantFrom('status', 'inUse')), value, {
    maxKeys: 3,
    noNullPrototype: true,
  }),
})

const graph: fc.Arbitrary<Graph> = fc
  .record({
    resources: fc.uniqueArray(resource, { selector: key, maxLength: 9 }),
    relations: fc.array(
      fc.record({
        source: reference,
        verb: fc.constantFrom<Verb>('contained in', 'uses', 'reads from'),
        target: reference,
        evidence: fc.constant('evidence'),
      }),
      { maxLength: 5 },
    ),
    statuses: fc.array(fc.constantFrom<CoverageStatus>('collected', 'collected', 'denied', 'failed', 'unavailable'), {
      minLength: types.length,
      maxLength: types.length,
    }),
  })
  .map(({ resources, relations, statuses }) => {
    const coverage = types.map((type, place) => coverageOf(type, statuses[place] ?? 'collected'))
    const known = new Set(coverage.filter(({ status }) => status === 'collected').map(({ type }) => type))
    const read = resources.filter(({ type }) => known.has(type))
    const keys = new Set(read.map(key))
    return { resources: read, relations: relations.filter(({ source }) => keys.has(key(source))), coverage }
  })

const changesOf = (base: Graph, scan: Graph) => describeChanges(compareGraphs(base, scan), base, scan)

test('between a graph and itself there are none', () => {
  fc.assert(
    fc.property(graph, (any) => {
      expect(changesOf(any, structuredClone(any))).toEqual({ changes: [], unimportant: 0 })
    }),
  )
})

const readTypes = ({ coverage }: Graph) =>
  new Set(coverage.filter(({ status }) => status === 'collected').map(({ type }) => type))

test('lead from one to the other, and nothing that one could not read comes or goes', () => {
  fc.assert(
    fc.property(graph, graph, (base, scan) => {
      const { changes } = changesOf(base, scan)
      const inBoth = readTypes(base).intersection(readTypes(scan))
      const keysOf = ({ resources }: Graph) => resources.filter(({ type }) => inBoth.has(type)).map(key)
      const keys = new Set(keysOf(base))
      const of = (...kinds: readonly Change['kind'][]) => changes.filter(({ kind }) => kinds.includes(kind))
      const come = of('added', 'replaced').map(({ resource: each }) => each)
      const gone = [
        ...of('removed').map(({ resource: each }) => each),
        ...of('replaced').flatMap(({ replaces }) => replaces ?? []),
      ]
      for (const each of [...come, ...gone]) expect(inBoth).toContain(each.type)
      for (const { resource: each } of of('changed')) expect(keys).toContain(key(each))
      for (const each of gone) expect(keys.delete(key(each))).toBe(true)
      for (const each of come) keys.add(key(each))
      expect([...keys].toSorted()).toEqual(keysOf(scan).toSorted())
      const typesOf = (kind: Change['kind']) => new Set(of(kind).map(({ resource: each }) => each.type))
      expect(typesOf('read')).toEqual(readTypes(scan).difference(readTypes(base)))
      expect(typesOf('unread')).toEqual(readTypes(base).difference(readTypes(scan)))
    }),
  )
})

const entriesOf = (values: object) => sorted(Object.entries(values).map((entry) => JSON.stringify(entry)))

const written = ({ type, id, name, tags, properties }: Resource) =>
  JSON.stringify([type, id, name, entriesOf(tags), entriesOf(properties)])

const sorted = (texts: Iterable<string>) => [...texts].toSorted()

/** A relation by a name that only one of the two could look up is unknown. */
const isComparable = ({ verb, source, target }: Relation, base: Set<string>, scan: Set<string>) =>
  base.has(source.type) && scan.has(source.type) && (verb !== 'uses' || base.has(target.type) === scan.has(target.type))

test('applying the raw difference to one gives the other, as far as both could be read', () => {
  fc.assert(
    fc.property(graph, graph, (base, scan) => {
      const compared = compareGraphs(base, scan)
      const types = [readTypes(base), readTypes(scan)] as const
      const inBoth = types[0].intersection(types[1])
      const gone = new Set(compared.removed.map(key))
      const changes = new Map(compared.changed.map((each) => [key(each), each.changes]))
      const later = new Map(scan.resources.map((each) => [key(each), each]))
      const result = [
        ...base.resources.filter((each) => inBoth.has(each.type) && !gone.has(key(each))),
        ...compared.added.flatMap((each) => later.get(key(each)) ?? []),
      ].map((each) => (changes.get(key(each)) ?? []).reduce(withValue, each))
      expect(sorted(result.map(written))).toEqual(
        sorted(scan.resources.filter(({ type }) => inBoth.has(type)).map(written)),
      )

      const relation = ({ source, verb, target }: Relation) => JSON.stringify([key(source), verb, key(target)])
      const relationsOf = ({ relations }: Pick<Graph, 'relations'>) =>
        new Set(relations.filter((each) => isComparable(each, ...types)).map(relation))
      const applied = relationsOf(base)
        .difference(new Set(compared.relationsRemoved.map(relation)))
        .union(new Set(compared.relationsAdded.map(relation)))
      expect(sorted(applied)).toEqual(sorted(relationsOf(scan)))
    }),
  )
})

/** Sets a value of a difference. `null`: absent. */
function withValue(resource: Resource, { path: [field = '', name], after }: ChangedValue): Resource {
  if (name === undefined) return { ...resource, [field]: after }
  const values = field === 'tags' ? resource.tags : resource.properties
  const others = Object.entries(values).filter(([other]) => other !== name)
  return { ...resource, [field]: Object.fromEntries(after === null ? others : [...others, [name, after]]) }
}

test('what the scan was denied is unknown, never removed or changed', () => {
  fc.assert(
    fc.property(graph, fc.constantFrom(...types), (base, type) => {
      const scan = {
        resources: base.resources.filter((each) => each.type !== type),
        relations: base.relations.filter(({ source }) => source.type !== type),
        coverage: base.coverage.map((each) => (each.type === type ? coverageOf(type, 'denied') : each)),
      }
      const compared = compareGraphs(base, scan)
      expect(compared.unknown.map(key)).toEqual(sorted(base.resources.filter((each) => each.type === type).map(key)))
      const { changes } = describeChanges(compared, base, scan)
      const isUnread = readTypes(base).has(type)
      expect(changes.map(({ kind, resource: each }) => [kind, each.type])).toEqual(isUnread ? [['unread', type]] : [])
    }),
  )
})

test('each is one line of one direction, in the order of the ranks, and a resource has one', () => {
  fc.assert(
    fc.property(graph, graph, (base, scan) => {
      const { changes } = changesOf(base, scan)
      for (const { summary, details } of changes) {
        expect(summary).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u)
        for (const { label, removed, added } of details) {
          expect([label, ...removed, ...added].join('')).not.toMatch(/[\u202A-\u202E\u2066-\u2069]|undefined|function/u)
          expect(removed.length + added.length).toBeGreaterThan(0)
        }
      }
      const ranks = changes.map(({ rank }) => rank)
      expect(ranks).toEqual(ranks.toSorted((left, right) => left - right))
      expect(new Set(changes.map(({ resource: each }) => key(each))).size).toBe(changes.length)
    }),
  )
})

test('every changed value of a resource in both is told or counted', () => {
  fc.assert(
    fc.property(graph, graph, (base, scan) => {
      const compared = compareGraphs(base, scan)
      const { changes, unimportant } = describeChanges(compared, base, scan)
      const told = new Set(changes.filter(({ kind }) => kind === 'changed').map(({ resource: each }) => key(each)))
      const raw = new Set(compared.changed.map(key))
      expect(raw.difference(told).size).toBeLessThanOrEqual(unimportant)
    }),
  )
})

test('the combined graph has each resource of both once, and only what one could not read is unknown', () => {
  const account = { accountId: '1', accountAlias: '', region: 'eu-west-1' }
  fc.assert(
    fc.property(graph, graph, (base, scan) => {
      const { combined, resources } = graphChanges({ ...account, ...base }, { ...account, ...scan })
      const replaced = changesOf(base, scan).changes.flatMap(({ replaces }) =>
        replaces === null ? [] : [key(replaces)],
      )
      const keys = new Set([...base.resources, ...scan.resources].map(key)).difference(new Set(replaced))
      expect(combined.resources.map(key).toSorted()).toEqual([...keys].toSorted())
      const known = new Set(combined.resources.map(resourceKey))
      for (const [name, { state }] of resources) {
        expect(known).toContain(name)
        const type = name.slice(0, name.indexOf('/'))
        expect(state === 'unknown').toBe(readTypes(base).has(type) !== readTypes(scan).has(type))
      }
    }),
  )
})
