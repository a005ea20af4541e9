/** Diagrams in which everything with a name has a given one, for the tests of formats. */
import * as fc from 'fast-check'
import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode } from '../diagram.ts'
import { hostileNames } from './sample-graphs.ts'

/** Names that users and attackers choose: some that caused problems before, and arbitrary strings. */
export const anyNames: fc.Arbitrary<readonly string[]> = fc.array(
  fc.oneof(
    fc.constantFrom(...hostileNames),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 255 }),
  ),
  { minLength: 1, maxLength: 12 },
)

/** A node in a group for each name, including duplicates. The nodes are connected by edges with labels. */
export function namedDiagram(names: readonly string[]): Diagram {
  const groups = names.map((name, position): DiagramGroup => ({
    kind: 'group',
    id: `group ${position} ${name}`,
    form: position % 2 === 0 ? 'network' : 'services',
    arrangement: 'grid',
    type: position % 2 === 0 ? 'AWS::EC2::VPC' : null,
    members: position % 2 === 0 ? [{ type: 'AWS::EC2::VPC', id: name }] : [],
    presence: 'read',
    exposure: null,
    row: 0,
    label: name,
    detail: name,
    description: `${name}\n${name}`,
    opens: position % 2 === 0 ? name || 'nameless' : null,
    children: [nodeOf(name, position)],
  }))
  const edges = names.slice(1).map((name, position): DiagramEdge => ({
    id: `edge ${position}`,
    form: 'reach',
    source: nodeId(names[position] ?? '', position),
    target: nodeId(name, position + 1),
    label: name,
    description: name,
  }))
  return {
    view: 'security',
    page: names[0] ?? '',
    title: names[0] ?? '',
    accountId: '123456789012',
    accountAlias: names[0] ?? '',
    region: 'eu-west-1',
    layout: 'containment',
    direction: 'down',
    simplified: '',
    elements: groups,
    edges,
    notDrawn: [{ what: names[0] ?? '', count: 3 }],
  }
}

function nodeId(name: string, position: number): string {
  return `node ${position} ${name}`
}

function nodeOf(name: string, position: number): DiagramNode {
  const form = position % 3 === 1 ? 'stack' : 'resource'
  return {
    kind: 'node',
    id: nodeId(name, position),
    form,
    type: 'AWS::S3::Bucket',
    members: [{ type: 'AWS::S3::Bucket', id: name }],
    presence: position % 3 === 2 ? 'unknown' : 'read',
    variant: '',
    label: name,
    detail: name,
    description: name,
    opens: null,
  }
}
