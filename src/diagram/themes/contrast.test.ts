import { describe, expect, test } from 'vitest'
import { dimmed, dimmedText } from '../renderers/element-style.ts'
import { dark } from './dark.ts'
import { light } from './light.ts'
import type { BoxStyle, Theme } from './theme.ts'

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: string): number {
  const channels = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(left: string, right: string): number {
  const [lighter = 0, darker = 0] = [luminance(left), luminance(right)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** A transparent box lies on the network or on the page. */
function grounds(theme: Theme, style: BoxStyle): readonly string[] {
  return style.fill === 'none' ? [theme.background, theme.groups.network.fill] : [style.fill]
}

describe.each([light, dark])('$name theme', (theme) => {
  const boxes = [
    theme.node,
    theme.external,
    theme.gap,
    theme.count,
    ...Object.values(theme.reached),
    ...Object.values(theme.groups),
    ...Object.values(theme.subnets),
    ...Object.values(theme.changes),
  ]

  test('every text has a contrast of 4.5 to 1', () => {
    for (const style of boxes)
      for (const ground of grounds(theme, style)) expect(contrast(style.label, ground)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [
      theme.background,
      theme.node.fill,
      theme.external.fill,
      theme.count.fill,
      ...Object.values(theme.reached).map(({ fill }) => fill),
    ]) {
      expect(contrast(theme.mutedText, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(theme.text, ground)).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(theme.gap.label, theme.hatch)).toBeGreaterThanOrEqual(4.5)
    const overHatch = [theme.groups.network, ...Object.values(theme.subnets)]
    for (const style of overHatch) expect(contrast(style.label, theme.hatch)).toBeGreaterThanOrEqual(4.5)
  })

  test('every arrow and every meaningful border has a contrast of 3 to 1 on every background', () => {
    const grounds = [
      theme.background,
      theme.groups.network.fill,
      ...Object.values(theme.subnets).map(({ fill }) => fill),
    ]
    for (const ground of grounds) {
      for (const { stroke } of [...Object.values(theme.edges), theme.edgeOff])
        expect(contrast(stroke, ground)).toBeGreaterThanOrEqual(3)
    }
    for (const style of [theme.gap, theme.external, ...Object.values(theme.reached), ...Object.values(theme.changes)])
      expect(contrast(style.stroke, theme.background)).toBeGreaterThanOrEqual(3)
  })

  test('open and conditionally open differ in more than color', () => {
    expect(theme.reached.open.dash).not.toBe(theme.reached.conditional.dash)
  })

  test('changes differ in more than color', () => {
    const dashes = Object.values(theme.changes).map(({ dash }) => dash)
    expect(new Set(dashes).size).toBe(dashes.length)
  })

  test('unchanged boxes stay readable', () => {
    const { label, fill } = dimmed(theme.node, theme)
    expect(contrast(label, fill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(dimmedText(theme.mutedText, theme), fill)).toBeGreaterThanOrEqual(3)
  })

  test('forms of edges differ in more than color', () => {
    const dashes = [...Object.values(theme.edges), theme.edgeOff].map(({ dash }) => dash)
    expect(new Set(dashes).size).toBe(dashes.length)
  })
})
