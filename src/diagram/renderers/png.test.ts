import { Resvg } from '@resvg/resvg-js'
import { describe, expect, test } from 'vitest'
import { renderDiagram } from '../render-diagram.ts'
import { hostileGraph, largeGraph, threeTierGraph } from '../testing/sample-graphs.ts'
import { architectureView } from '../views/architecture/architecture.ts'
import { maxPixels } from './png.ts'

const threeTiers = architectureView(threeTierGraph())

async function drawn(diagram = threeTiers, options: Partial<Parameters<typeof renderDiagram>[1]> = {}) {
  const { bytes } = await renderDiagram(diagram, { format: 'png', theme: 'light', ...options })
  return decoded(bytes)
}

/** By the decoder that knows nothing of how the picture came about. */
function decoded(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const data = Buffer.from(bytes).toString('base64')
  const holder = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${data}"/></svg>`
  return { bytes, width, height, pixels: new Resvg(holder).render().pixels }
}

const light = drawn()

function shareOf(pixels: Uint8Array, color: readonly [number, number, number]): number {
  let count = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at] === color[0] && pixels[at + 1] === color[1] && pixels[at + 2] === color[2]) count++
  }
  return (4 * count) / pixels.length
}

describe('PNG', () => {
  test('has the size of the diagram, twice at scale 2', async () => {
    const single = await light
    const double = await drawn(threeTiers, { scale: 2 })
    expect([double.width, double.height]).toEqual([single.width * 2, single.height * 2])
    expect(single.width).toBeGreaterThan(1000)
  })

  test('shows the background of its theme and something on it', async () => {
    expect(shareOf((await light).pixels, [0xff, 0xff, 0xff])).toBeGreaterThan(0.2)
    const dark = await drawn(threeTiers, { theme: 'dark' })
    const ground = shareOf(dark.pixels, [0x0f, 0x16, 0x20])
    expect(ground).toBeGreaterThan(0.2)
    expect(ground).toBeLessThan(0.9)
  })

  test('writes text: a picture without its names differs in many pixels', async () => {
    const nameless = structuredClone(threeTiers)
    const silent = (element: (typeof nameless.elements)[number]): typeof element =>
      element.kind === 'node'
        ? { ...element, label: '', detail: '' }
        : { ...element, label: '', detail: '', children: element.children.map(silent) }
    const [named, unnamed] = [await light, await drawn({ ...nameless, elements: nameless.elements.map(silent) })]
    let differing = 0
    for (let at = 0; at < named.pixels.length; at += 4) if (named.pixels[at] !== unnamed.pixels[at]) differing++
    expect(differing).toBeGreaterThan(5_000)
  })

  test('of any size stays within the pixel limit of viewers, with a note', async () => {
    const { width, height } = await drawn(architectureView(largeGraph(8, 30)), { scale: 2 })
    expect(width * height).toBeLessThanOrEqual(maxPixels)
  })

  test('opens with any names', async () => {
    const { width, pixels } = await drawn(architectureView(hostileGraph()))
    expect(pixels.length).toBeGreaterThan(width)
  })
})
