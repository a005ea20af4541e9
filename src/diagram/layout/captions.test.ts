import { expect, test } from 'vitest'
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

test('the legend explains arrows that are not in use', () => {
  const entriesOf = (...labels: readonly string[]) =>
    legendEntries(
      [],
      labels.map((label) => ({
        edge: { id: label, form: 'event', source: 'a', target: 'b', label, description: '' },
        points: [],
        label: null,
      })),
      0,
      700,
      measureInter,
    ).map(({ sample }) => sample)
  expect(entriesOf('(disabled) rate(1 day)')).toEqual(['off'])
  expect(entriesOf('rate(1 day)')).toEqual(['event'])
  expect(entriesOf('rate(1 day)', '(stopped)')).toEqual(['event', 'off'])
})
