import { expect, test } from 'vitest'
import { boxTree } from './box-tree.ts'
import {
  boxesOf,
  distinctSteps,
  matchSteps,
  nameInBox,
  stepsAlong,
  withWaysIn,
  visibleBoxes,
  withRest,
} from './map-answer.ts'
import type { PlacedBox, PlacedRoute } from './placed-diagram.ts'

const box = (id: string, parentId: string | null = null, kind: 'node' | 'group' = 'node'): PlacedBox => ({
  element: {
    kind,
    id,
    form: '',
    type: null,
    members: [{ type: 'T', id }],
    presence: 'read',
    label: id,
    detail: '',
    description: '',
  },
  parentId,
  x: 0,
  y: 0,
  width: 1,
  height: 1,
  icon: null,
  texts: [],
})
const boxes = [box('vpc', null, 'group'), box('subnet', 'vpc', 'group'), box('web', 'subnet'), box('db', 'vpc')]
const tree = boxTree({ boxes })
const of = (id: string) => ({ type: 'T', id })
const boxOf = visibleBoxes(tree, new Set())
const route = (source: string, target: string): PlacedRoute => ({
  edge: { id: `${source}-${target}`, form: 'request', source, target, description: '' },
  points: [],
})

test('a resource has its own box, or the outermost collapsed group around it', () => {
  expect(boxOf(of('web'))).toBe('web')
  expect(visibleBoxes(tree, new Set(['subnet']))(of('web'))).toBe('subnet')
  expect(visibleBoxes(tree, new Set(['subnet', 'vpc']))(of('web'))).toBe('vpc')
  expect(boxOf(of('none'))).toBeNull()
  expect([...boxesOf([of('web'), of('none'), of('web')], boxOf)]).toEqual(['web'])
})

test('a path passes over resources without a box', () => {
  expect(stepsAlong([of('web'), of('none'), of('db')], boxOf)).toEqual([{ source: 'web', target: 'db' }])
  expect(stepsAlong([of('web'), of('web')], boxOf)).toEqual([])
})

test('each step counts once, and none leads into its own group', () => {
  const step = { source: 'web', target: 'db' }
  const into = { source: 'web', target: 'vpc' }
  expect(distinctSteps([step, { ...step }, into, { source: 'vpc', target: 'web' }], tree)).toEqual([step])
})

test('arrows show steps in either direction, and other steps need a line', () => {
  const steps = [
    { source: 'db', target: 'web' },
    { source: 'web', target: 'vpc2' },
  ]
  const { edges, others } = matchSteps({ routes: [route('web', 'db'), route('db', 'x')] }, steps)
  expect([...edges]).toEqual(['web-db'])
  expect(others).toEqual([{ source: 'web', target: 'vpc2' }])
})

test('one of several resources has a name of its own', () => {
  const stack = box('6 × web-*')
  const ofSeveral = { ...stack, element: { ...stack.element, members: [of('web-1'), of('web-2')] } }
  const internet = { ...stack, element: { ...stack.element, label: 'Internet', members: [] } }
  expect(nameInBox(box('web'), of('web'))).toBe('web')
  expect(nameInBox(ofSeveral, of('web-2'))).toBe('web-2 (one of 6 × web-*)')
  expect(nameInBox(box('subnet', 'vpc', 'group'), of('web'))).toBe('web (in subnet)')
  expect(nameInBox({ ...stack, element: { ...stack.element, members: [] } }, of('web'))).toBe('web (in 6 × web-*)')
  expect(nameInBox(internet, { type: 'internet', id: 'The internet' })).toBe('Internet')
})

test('what the internet can reach is shown with the drawn arrows from the internet', () => {
  const withInternet = boxTree({ boxes: [box('internet'), ...boxes] })
  const given = {
    diagram: { routes: [route('internet', 'web'), route('web', 'db')] },
    tree: withInternet,
    boxOf: visibleBoxes(withInternet, new Set()),
  }
  const answer = { text: '1 resource.', boxes: new Set(['db']), steps: [] }
  expect(withWaysIn(answer, [[of('web'), of('rules'), of('db')], [of('db')]], given)).toEqual({
    text: '1 resource.',
    boxes: new Set(['db', 'internet', 'web']),
    steps: [
      { source: 'internet', target: 'web' },
      { source: 'web', target: 'db' },
    ],
  })
  const nothing = { ...answer, boxes: new Set<string>() }
  expect(withWaysIn(nothing, [[of('web')]], given)).toBe(nothing)
})

test('tells what the diagram does not show', () => {
  expect(withRest('3 found.', 3, 3)).toBe('3 found.')
  expect(withRest('3 found.', 3, 1)).toBe('3 found. 2 not in this diagram.')
  expect(withRest('3 found.', 3, 0)).toBe('3 found. None is in this diagram.')
})
