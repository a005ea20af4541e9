import { expect, test } from 'vitest'
import { plainEdge, plainNode } from '../../testing/plain-elements.ts'
import { internetId } from '../boxes/account-frame.ts'
import { arrowRanks } from './arrow-ranks.ts'

function uses(source: string, target: string) {
  return { ...plainEdge(source, target), form: 'reach' as const }
}

test('arrows of what requests from the internet lead to tell more than those of helpers', () => {
  const elements = ['web', 'database', 'worker', 'bastion', 'job'].map((id) => plainNode(id))
  const edges = [
    plainEdge(internetId, 'balancer'),
    plainEdge('balancer', 'web'),
    uses('web', 'worker'),
    uses('worker', 'database'),
    uses('job', 'database'),
    { ...plainEdge('web', 'job'), form: 'event' as const },
    { ...plainEdge('job', 'worker'), form: 'event' as const, label: 'hourly' },
  ]
  const rankOf = arrowRanks(edges, elements)
  expect(edges.map((edge) => rankOf(edge))).toEqual([0, 1, 2, 3, 3, 2, 1])
})

test('arrows of what schedules start tell more than those of helpers', () => {
  const schedule = plainNode('nightly', { type: 'AWS::Scheduler::Schedule' })
  const elements = [schedule, ...['machine', 'job', 'lake', 'worker'].map((id) => plainNode(id))]
  const edges = [
    { ...plainEdge('nightly', 'machine'), form: 'event' as const },
    plainEdge('machine', 'job'),
    plainEdge('job', 'lake'),
    plainEdge('worker', 'lake'),
  ]
  expect(edges.map((edge) => arrowRanks(edges, elements)(edge))).toEqual([1, 2, 2, 3])
})

test('requests in a circle end', () => {
  const edges = [plainEdge(internetId, 'one'), plainEdge('one', 'two'), plainEdge('two', 'one')]
  expect(edges.map((edge) => arrowRanks(edges, [])(edge))).toEqual([0, 1, 2])
})

test('where messages of a box of several types go tells as much as where those of a topic go', () => {
  const members = [
    { type: 'AWS::Lambda::Function', id: 'charge' },
    { type: 'AWS::SNS::Topic', id: 'orders' },
  ]
  const elements = [plainNode('shop', { members }), plainNode('jobs', { members: members.slice(0, 1) })]
  const edges = ['shop', 'jobs'].map((id) => ({ ...plainEdge(id, 'mail'), form: 'event' as const }))
  expect(edges.map((edge) => arrowRanks(edges, elements)(edge))).toEqual([1, 3])
})
