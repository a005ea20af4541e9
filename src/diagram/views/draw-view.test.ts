import { expect, test } from 'vitest'
import { graphBuilder } from '../testing/sample-graphs.ts'
import { flattened } from './boxes/group.ts'
import { drawView } from './draw-view.ts'

const long = 'acme-dev-application-server-for-our-customers'

function shownBeside(others: readonly (readonly [name: string, app: string])[]) {
  const graph = graphBuilder()
  for (const end of ['a', 'b']) graph.add('AWS::Lambda::Function', `${long}-${end}`, null, {}, { app: 'shop' })
  for (const [name, app] of others) graph.add('AWS::Lambda::Function', name, null, {}, { app })
  const { elements } = drawView('architecture', graph.build(), { collapse: 1 })
  const labels = flattened(elements).map(({ label }) => label)
  return labels.filter((label) => label.endsWith('-a') || label.includes(' × '))
}

test('a word stays in which a name in a summary box differs, or that of another frame', () => {
  expect(shownBeside([['x', 'mail']])).toEqual(['…server-for-our-customers-a'])
  expect(shownBeside([['x', 'acme-prod']])).toEqual(['…dev-…server-for-our-customers-a'])
  const others = Array.from({ length: 9 }, (_, number) => [`acme-prod-web-${number}`, 'mail'] as const)
  expect(shownBeside(others)).toEqual(['9 × acme-prod-web-*', '…dev-…server-for-our-customers-a'])
})
