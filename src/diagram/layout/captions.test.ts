import { expect, test } from 'vitest'
import type { PlacedRoute } from '../diagram.ts'
import { measureInter } from '../typeface/inter.ts'
import { networkView } from '../views/network/network.ts'
import { emptyGraph } from '../testing/sample-graphs.ts'
import { legendEntries, titleTexts } from './captions.ts'

const comparison = 'compared with the scan of an hour before'
const textsAfter = (title: string) =>
  titleTexts({ ...networkView(emptyGraph()), title, comparison }, 700, measureInter).map(({ text }) => text)

test('beside a short title is the comparison, beside a long one nothing', () => {
  expect(textsAfter('Network')).toEqual(['Network', comparison, expect.stringContaining('eu-west-1')])
  expect(textsAfter(`Network: ${'office '.repeat(40)}`)).toEqual([
    expect.stringMatching(/^Network: office .*…/u),
    expect.stringContaining('eu-west-1'),
  ])
})

function samplesOf(...labels: readonly string[]): readonly string[] {
  const routes = labels.map((label): PlacedRoute => ({
    edge: { id: label, form: 'event', source: 'a', target: 'b', label, description: '' },
    points: [],
    label: null,
  }))
  return legendEntries([], routes, 0, 700, measureInter).map(({ sample }) => sample)
}

test('the legend explains arrows that are not in use', () => {
  expect(samplesOf('(disabled) rate(1 day)')).toEqual(['off'])
  expect(samplesOf('rate(1 day)')).toEqual(['event'])
  expect(samplesOf('rate(1 day)', '(stopped)')).toEqual(['event', 'off'])
})
