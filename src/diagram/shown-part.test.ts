import { describe, expect, test } from 'vitest'
import type { Diagram } from './diagram.ts'
import { shownPart } from './shown-part.ts'
import { comparedDiagram } from './testing/compared-diagram.ts'
import { deniedGraph, graphBuilder, threeTierGraph } from './testing/sample-graphs.ts'
import { architectureView } from './views/architecture/architecture.ts'
import { flattened } from './views/boxes/group.ts'

const whole = architectureView(threeTierGraph())

function elementOf({ elements }: Diagram, id: string) {
  return flattened(elements).find((element) => element.id === id)
}

test('is the diagram itself if nothing is hidden or folded, also with layers and groups that it does not have', () => {
  expect(shownPart(whole, { hide: [], fold: [] })).toBe(whole)
  expect(shownPart(whole, { hide: ['link', 'outside'], fold: ['no such group'] })).toEqual(whole)
})

describe('a hidden layer', () => {
  test('has no arrows, and the diagram says so', () => {
    const shown = shownPart(whole, { hide: ['egress', 'request'], fold: [] })
    expect(whole.edges.some(({ form }) => form === 'egress')).toBe(true)
    expect(shown.edges).toEqual(whole.edges.filter(({ form }) => form !== 'egress' && form !== 'request'))
    expect(shown.elements).toEqual(whole.elements)
    expect(shown.simplified).toBe('Hidden: requests, outbound connections.')
  })

  test('has no boxes, with what is in them and their arrows', () => {
    const graph = graphBuilder()
    const handler = graph.add('AWS::Lambda::Function', 'handler', 'handler')
    graph.relate(handler, 'uses', graph.addUnread('AWS::SQS::Queue', 'of a partner', 'external'))
    const beyond = architectureView(graph.build())
    const inside = flattened(flattened(beyond.elements).filter(({ form }) => form === 'outside')).map(({ id }) => id)
    expect(inside.length).toBeGreaterThan(1)
    expect(beyond.edges.some(({ target }) => inside.includes(target))).toBe(true)
    const shown = shownPart(beyond, { hide: ['outside'], fold: [] })
    expect(inside.filter((id) => elementOf(shown, id) !== undefined)).toEqual([])
    expect(shown.edges).toEqual(
      beyond.edges.filter(({ source, target }) => !inside.includes(source) && !inside.includes(target)),
    )
  })

  test('leaves no group that only arranged its boxes', () => {
    const denied = architectureView(deniedGraph())
    const shown = shownPart(denied, { hide: ['gap'], fold: [] })
    const emptyBands = flattened(shown.elements).filter(
      (each) => each.kind === 'group' && each.form === 'band' && each.children.length === 0,
    )
    expect([flattened(denied.elements).some(({ form }) => form === 'gap'), emptyBands]).toEqual([true, []])
    expect(flattened(shown.elements).some(({ form }) => form === 'gap')).toBe(false)
    expect(shown.simplified).toContain("Hidden: what couldn't be read.")
  })
})

describe('a folded group', () => {
  const [subnet = ''] = flattened(whole.elements).flatMap((each) =>
    each.form === 'subnet' && each.kind === 'group' && each.children.length > 1 ? [each.id] : [],
  )
  const shown = shownPart(whole, { hide: [], fold: [subnet] })

  test('is one box with the number of its resources', () => {
    const before = flattened([elementOf(whole, subnet) ?? []].flat()).slice(1)
    const count = before.reduce((sum, { members }) => sum + members.length, 0)
    expect(elementOf(shown, subnet)).toMatchObject({ children: [] })
    expect(elementOf(shown, subnet)?.detail).toMatch(new RegExp(`^${count} collapsed · `, 'u'))
    expect(elementOf(shown, subnet)?.description).toContain(`\n${count} resources, collapsed`)
    expect(flattened(shown.elements)).toHaveLength(flattened(whole.elements).length - before.length)
  })

  test('has the arrows of its boxes, one for each other end', () => {
    const inside = new Set(flattened([elementOf(whole, subnet) ?? []].flat()).map(({ id }) => id))
    const at = (id: string) => (inside.has(id) ? subnet : id)
    const pairs = whole.edges.map(({ form, source, target }) => `${form} ${at(source)} ${at(target)}`)
    const own = shown.edges.map(({ form, source, target }) => `${form} ${source} ${target}`)
    expect(own.toSorted()).toEqual([...new Set(pairs)].filter((pair) => !/^\w+ (\S+) \1$/u.test(pair)).toSorted())
    expect(own.length).toBeLessThan(pairs.length)
    expect(shown.edges.map(({ id }) => id)).toEqual(shown.edges.map(({ id }) => id).toSorted())
  })

  test('joins what its arrows say', () => {
    const edge = { form: 'reach', target: 'internet' } as const
    const [one, other] = flattened([elementOf(whole, subnet) ?? []].flat()).slice(1)
    const edges = [
      { ...edge, id: 'a', source: one?.id ?? '', label: 'tcp 80', description: 'one', change: 'added' as const },
      {
        ...edge,
        id: 'b',
        source: other?.id ?? '',
        label: 'tcp 22',
        description: 'other',
        change: 'unchanged' as const,
      },
    ]
    expect(shownPart({ ...whole, edges }, { hide: [], fold: [subnet] }).edges).toEqual([
      { ...edge, id: 'a', source: subnet, label: 'tcp 22, 80', description: 'one\nother', change: 'changed' },
    ])
  })

  test('says what changed in it', () => {
    const compared = comparedDiagram()
    const [account = ''] = flattened(compared.elements).flatMap(({ form, id }) => (form === 'account' ? [id] : []))
    const folded = elementOf(shownPart(compared, { hide: [], fold: [account] }), account)
    expect(folded?.change).toBe('changed')
    expect(folded?.detail).toMatch(/^\d+ collapsed · \d+ added, \d+ removed, /u)
  })
})
