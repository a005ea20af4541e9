import { expect, test } from 'vitest'
import { measureInter } from '../typeface/inter.ts'
import { networkView } from '../views/network/network.ts'
import { emptyGraph } from '../testing/sample-graphs.ts'
import { titleTexts } from './captions.ts'

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
