import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { chunksOf, type GraphMember, versionsIn } from './graph-chunks.ts'

const member = (index: number, state = '', type = 'AWS::EC2::Instance'): GraphMember => {
  const id = `i-${createHash('sha256').update(String(index)).digest('hex').slice(0, 17)}`
  return { type, id, version: createHash('sha256').update(`${type} ${id} ${state}`).digest('hex') }
}
const members = Array.from({ length: 20_000 }, (_, index) => member(index)).sort((a, b) => (a.id < b.id ? -1 : 1))

/** The number of chunks in `after` that aren't in `before`. */
function newChunks(before: readonly GraphMember[], after: readonly GraphMember[]): number {
  const known = new Set(chunksOf(before).map(({ chunk }) => chunk))
  return chunksOf(after).filter(({ chunk }) => !known.has(chunk)).length
}

test('chunks include every version once and in order, with one type and the last ID each', () => {
  const mixed = [...members, ...Array.from({ length: 10 }, (_, index) => member(index, '', 'AWS::EC2::VPC'))]
  const chunks = chunksOf(mixed)
  const named = chunks.flatMap(({ versions }) => versionsIn(versions).map((version) => version.toString('hex')))
  expect(named).toEqual(mixed.map(({ version }) => version))
  let end = 0
  for (const { type, last, versions } of chunks) {
    const inside = mixed.slice(end, end + versions.length / 32)
    end += inside.length
    expect(inside.every((resource) => resource.type === type)).toBe(true)
    expect(inside.at(-1)?.id).toBe(last)
  }
  expect(chunks.length).toBeGreaterThan(200)
  expect(chunks.length).toBeLessThan(500)
})

test('chunks end at the same resources in every release, so that stored graphs keep sharing them', () => {
  const sizes = chunksOf(members).map(({ versions }) => versionsIn(versions).length)
  expect([sizes.length, sizes.slice(0, 8)]).toEqual([315, [18, 78, 73, 99, 35, 1, 97, 147]])
})

test('no chunk has more than 256 resources, even with adverse names', () => {
  const after = member(20_000)
  const unlikely = members.filter((each) => chunksOf([each, after]).length === 1).slice(0, 600)
  expect(chunksOf(unlikely).map(({ versions }) => versionsIn(versions).length)).toEqual([256, 256, 88])
})

test('an empty graph has no chunks', () => {
  expect(chunksOf([])).toEqual([])
})

test.for([0, 1, 63, 64, 9_999, 19_999])(
  'a change, a removal, or an insertion at %i changes one or two chunks',
  (index) => {
    const changed = { ...member(-1), ...members[index], version: '0'.repeat(64) }
    expect(newChunks(members, members.with(index, changed))).toBe(1)
    expect(newChunks(members, members.toSpliced(index, 1))).toBeLessThanOrEqual(2)
    expect(newChunks(members.toSpliced(index, 1), members)).toBeLessThanOrEqual(2)
  },
)
