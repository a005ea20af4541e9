import { expect, test } from 'vitest'
import { changed, comparison, sampleExposure, typed } from '../../test/sample-report.ts'
import type { Change, Comparison } from '../client/index.ts'
import { changeChart } from './change-chart.ts'

const limit = 15_000
/** Resources with an ID like T1 have a type of their own, so that none share a box. */
const resource = (id: string, name: string | null = null) =>
  id.startsWith('T') ? typed(id, id, name) : typed('AWS::EC2::Instance', id, name, 'EC2 instance')
const relation = (
  source: string,
  verb: string,
  target: string,
  name: string | null = null,
): Comparison['relationsAdded'][number] => ({
  source: resource(source),
  verb,
  target: resource(target, name),
  evidence: 'SubnetId',
  basis: 'configured',
})
const change = (kind: Change['kind'], id: string, name: string | null = null): Change => ({
  ...changed(kind, ''),
  resource: resource(id, name),
})
const noExposures = { opened: [], closed: [], changed: [], unknown: [] }

const lines = (parts: Partial<Comparison>) => changeChart(comparison(parts), limit)?.text.split('\n') ?? []
const boxes = (text: readonly string[]) => text.filter((line) => /^ {2}n\d+[[(]/.test(line))

test('each changed resource has a box with its mark, and its most important change', () => {
  const text = lines({
    changes: [change('removed', 'i-1', 'web'), change('changed', 'i-1', 'web'), change('added', 'i-2')],
  })
  expect(boxes(text)).toEqual(['  n0["#8722; web<br/>EC2 instance"]', '  n1["#43; i-2<br/>EC2 instance"]'])
  expect(text).toContain('  class n0 removed')
  expect(text).toContain('  class n1 added')
})

test.each([
  ['"] --> x["', '#34;#93; --#62; x#91;#34;'],
  ['- item', '#45; item'],
  ['12. item', '12#46; item'],
  ['', ' '],
  ['a'.repeat(40), 'a'.repeat(40)],
  [`${'a'.repeat(30)}${'b'.repeat(30)}`, `${'a'.repeat(20)}#8230;${'b'.repeat(19)}`],
  ['🚀'.repeat(41), `${'#128640;'.repeat(20)}#8230;${'#128640;'.repeat(19)}`],
])('the name %j is the text %s', (name, shown) => {
  const exposed = { ...sampleExposure, from: name }
  const text = lines({ changes: [change('opened', 'i-1')], exposures: { ...noExposures, opened: [exposed] } })
  expect(boxes(text)[0]).toBe(`  n1("${shown}")`)
})

test('exposures are arrows from their source', () => {
  const closed = { ...sampleExposure, protocol: null, ports: null, from: 'other accounts' }
  const text = lines({
    changes: [change('opened', 'i-1')],
    exposures: { ...noExposures, opened: [sampleExposure], closed: [closed] },
  })
  expect(text).toContain('  n1("internet")')
  expect(text).toContain('  n1 ==>|"tcp 3389 opened"| n0')
  expect(text).toContain('  n2 -.->|"closed"| n0')
  expect(text).toContain('  class n1,n2 source')
})

test('relations connect to unchanged resources, but never without a changed end', () => {
  const text = lines({
    changes: [change('changed', 'i-1')],
    relationsAdded: [relation('i-1', 'uses', 'i-2'), relation('i-3', 'uses', 'i-4')],
    relationsRemoved: [relation('i-5', 'uses', 'i-1')],
  })
  expect(text.filter((line) => line.includes('|'))).toEqual(['  n0 -->|"uses"| n1', '  n2 -.->|"uses"| n0'])
  expect(text).toContain('  class n1,n2 unchanged')
  expect(text).toContain('  linkStyle 1 stroke:#cf222e')
})

test('unchanged resources have their names, and IDs only without one', () => {
  const text = lines({
    changes: [change('changed', 'i-1', ' ')],
    relationsAdded: [relation('i-1', 'uses', 'i-2', 'orders'), relation('i-1', 'uses', 'i-3', '')],
  })
  expect(boxes(text)).toEqual([
    '  n0["#126; i-1<br/>EC2 instance"]',
    '  n1["orders<br/>EC2 instance"]',
    '  n2["i-3<br/>EC2 instance"]',
  ])
})

test('a service of an earlier version gives no names of types and neighbors', () => {
  const { typeName: _, ...old } = resource('i-1', 'web')
  const { name, typeName, ...target } = resource('i-2', 'orders')
  expect([name, typeName]).toEqual(['orders', 'EC2 instance'])
  const parts = {
    changes: [{ ...changed('added', ''), resource: old }],
    relationsAdded: [{ ...relation('i-1', 'uses', 'i-2'), target }],
  } as unknown as Partial<Comparison>
  expect(boxes(lines(parts))).toEqual(['  n0["#43; web<br/>EC2 Instance"]', '  n1["i-2<br/>EC2 Instance"]'])
})

test('changes of whole types have no box', () => {
  const changes = [change('unread', 'i-1'), change('read', 'i-2')]
  expect(changeChart(comparison({ changes }), limit)).toBeNull()
})

test('at most 100 arrows', () => {
  const ids = Array.from({ length: 20 }, (_, index) => `T${index}`)
  const relationsAdded = ids.flatMap((from) => ids.map((to) => relation(from, 'uses', to)))
  const text = lines({ changes: ids.map((id) => change('added', id)), relationsAdded })
  expect(text.filter((line) => line.includes('-->'))).toHaveLength(100)
})

/** Of WCAG 2, for colors like `#ffebe9`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right)
  return (light + 0.05) / (dark + 0.05)
}

test('every box is legible', () => {
  const text = lines({
    changes: (['opened', 'closed', 'added', 'removed', 'replaced', 'changed'] as const).map((kind, index) =>
      change(kind, `T${index}`),
    ),
    relationsAdded: [relation('T0', 'uses', 'i-9')],
    exposures: { ...noExposures, opened: [{ ...sampleExposure, resource: resource('T0') }] },
  })
  const styles = text.flatMap((line) => {
    const [, look, fill, color] = /classDef (\w+) fill:(#\w{6}),stroke:#\w{6}.*,color:(#\w{6})$/.exec(line) ?? []
    return look === undefined || fill === undefined || color === undefined
      ? []
      : [[look, contrast(fill, color)] as const]
  })
  expect(styles).toHaveLength(8)
  expect(styles.filter(([, ratio]) => ratio < 4.5)).toEqual([])
})

test('a removed resource is removed, not only closed, and an opened one stays opened', () => {
  const changes = [
    ...['i-1', 'i-2', 'i-3'].map((id) => change('closed', id)),
    change('opened', 'i-4'),
    change('removed', 'i-1'),
    change('changed', 'i-2'),
    change('added', 'i-4'),
    change('closed', 'i-5'),
    change('replaced', 'i-5'),
    change('closed', 'i-6'),
    change('added', 'i-6'),
  ]
  const text = lines({ changes })
  expect(boxes(text)).toEqual([
    '  n0["#8722; i-1<br/>EC2 instance"]',
    '  n1["#10003; i-2<br/>EC2 instance"]',
    '  n2["#10003; i-3<br/>EC2 instance"]',
    '  n3["#33; i-4<br/>EC2 instance"]',
    '  n4["#177; i-5<br/>EC2 instance"]',
    '  n5["#43; i-6<br/>EC2 instance"]',
  ])
})

test('a resource has at most three neighbors that did not change', () => {
  const relationsRemoved = Array.from({ length: 10 }, (_, index) => relation('i-1', 'uses', `other-${index}`))
  expect(boxes(lines({ changes: [change('removed', 'i-1')], relationsRemoved }))).toHaveLength(4)
})

test('resources with the same type, change, and exposures share a box', () => {
  const ids = ['i-3', 'i-1', 'i-2', 'i-4']
  const opened = ids.slice(0, 3).map((id) => ({ ...sampleExposure, resource: resource(id) }))
  const text = lines({
    changes: [...ids.map((id) => change('opened', id, `web-${id}`)), change('removed', 'i-5')],
    exposures: { ...noExposures, opened },
    relationsAdded: [relation('i-1', 'uses', 'T1'), relation('i-2', 'uses', 'T1'), relation('i-1', 'uses', 'i-3')],
  })
  expect(boxes(text)).toEqual([
    // What comes first is at the top.
    '  n3("internet")',
    '  n0["#33; 3 #215; EC2 instance<br/>web-i-1, web-i-2, web-i-3"]',
    '  n1["#33; web-i-4<br/>EC2 instance"]',
    '  n2["#8722; i-5<br/>EC2 instance"]',
    '  n4["T1<br/>T1"]',
  ])
  expect(text.filter((line) => line.includes('|'))).toEqual(['  n3 ==>|"tcp 3389 opened"| n0', '  n0 -->|"uses"| n4'])
  const changes = ids.map((id) => change('added', id))
  expect(changeChart(comparison({ changes }), limit)).toMatchObject({ shown: 4, changed: 4 })
})

test('a changed resource without a box is no neighbor', () => {
  const changes = Array.from({ length: 61 }, (_, index) => change('added', `T${index}`))
  const relationsAdded = [relation('T60', 'uses', 'T0'), relation('T1', 'uses', 'T60')]
  expect(lines({ changes, relationsAdded }).filter((line) => line.includes('|'))).toEqual([])
})

test('boxes without arrows are in rows', () => {
  const text = lines({ changes: ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'].map((id) => change('added', id)) })
  expect(text.filter((line) => line.includes('~~~'))).toEqual([
    '  n0 ~~~ n1',
    '  n1 ~~~ n2',
    '  n2 ~~~ n3',
    '  n4 ~~~ n5',
  ])
})

test('at most 60 boxes, the most important changes first, and fewer if they do not fit', () => {
  const changes = Array.from({ length: 200 }, (_, index) => change('added', `T${index}`))
  const relationsAdded = [relation('T0', 'uses', 'i-0')]
  const chart = changeChart(comparison({ changes, relationsAdded }), limit)
  expect(chart).toMatchObject({ shown: 60, changed: 200 })
  expect(boxes(chart?.text.split('\n') ?? [])).toHaveLength(60)
  expect(chart?.text).not.toContain('i-0')
  const neighbors = changes.map(({ resource: { id } }) => relation(id ?? '', 'uses', `i-${id}`))
  const few = changeChart(comparison({ changes: changes.slice(0, 50), relationsAdded: neighbors }), limit)
  expect(few).toMatchObject({ shown: 50, changed: 50 })
  expect(boxes(few?.text.split('\n') ?? [])).toHaveLength(60)
  const opened = [{ ...sampleExposure, resource: resource('T0') }]
  const exposed = changeChart(comparison({ changes, exposures: { ...noExposures, opened } }), limit)
  expect(exposed).toMatchObject({ shown: 59, text: expect.stringContaining('n59 ==>|"tcp 3389 opened"| n0') })
  const small = changeChart(comparison({ changes, relationsAdded }), 2_000)
  expect(small?.shown).toBe(40)
  expect(small?.text.length).toBeLessThanOrEqual(2_000)
  expect(changeChart(comparison({ changes }), 50)).toBeNull()
  expect(changeChart(comparison(), limit)).toBeNull()
})
