import { expect, test } from 'vitest'
import { aloneDiagram } from './alone-diagram.ts'
import type { Diagram, DiagramGroup, DiagramNode } from './diagram.ts'

const node = {
  kind: 'node',
  id: 'AWS::S3::Bucket/logs-123456789012',
  form: 'stack',
  type: 'AWS::S3::Bucket',
  members: [{ type: 'AWS::IAM::Role', id: 'arn:aws:iam::210987654321:role/reader' }],
  presence: 'read',
  variant: '',
  label: 'logs-123456789012',
  detail: '',
  description: 'arn:aws:s3:::logs-123456789012 since 1234567890123',
  opens: 'AWS::S3::Bucket/logs-123456789012',
} satisfies DiagramNode
const group = {
  kind: 'group',
  id: 'account:123456789012',
  form: 'account',
  arrangement: 'grid',
  type: null,
  members: [],
  presence: 'read',
  exposure: null,
  row: 0,
  label: 'production',
  detail: '123456789012',
  description: '',
  opens: 'group',
  children: [node],
} satisfies DiagramGroup
const diagram: Diagram = {
  view: 'architecture',
  page: '',
  title: 'Architecture',
  accountId: '123456789012',
  accountAlias: 'production',
  region: 'eu-west-1',
  layout: 'containment',
  direction: 'down',
  elements: [group],
  edges: [],
  notDrawn: [],
  simplified: '',
}

test('no box opens another page, at any depth', () => {
  const alone = aloneDiagram(diagram, { hideAccountIds: false })
  expect(alone).toEqual({
    ...diagram,
    elements: [{ ...group, opens: null, children: [{ ...node, opens: null }] }],
  })
})

test('a control character before an account ID, whose escape ends with a digit, hides it as well', () => {
  const elements = [{ ...node, label: '\u0001123456789012' }]
  const [first] = aloneDiagram({ ...diagram, elements }, { hideAccountIds: true }).elements
  expect(first?.label).toBe('\u0001XXXXXXXX0001')
})

test('hidden account IDs are replaced everywhere, the same ones by the same text, and other digits stay', () => {
  const alone = aloneDiagram(diagram, { hideAccountIds: true })
  expect(alone.accountId).toBe('')
  const [first] = alone.elements as readonly DiagramGroup[]
  expect([first?.id, first?.detail, first?.label]).toEqual(['account:XXXXXXXX0001', 'XXXXXXXX0001', 'production'])
  expect(first?.children[0]).toMatchObject({
    id: 'AWS::S3::Bucket/logs-XXXXXXXX0001',
    label: 'logs-XXXXXXXX0001',
    description: 'arn:aws:s3:::logs-XXXXXXXX0001 since 1234567890123',
    members: [{ id: 'arn:aws:iam::XXXXXXXX0002:role/reader' }],
  })
})
