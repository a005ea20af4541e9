/** Tests that every supported type has a valid descriptor, so that no diagram shows a raw type. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readGoldens } from '../../scripts/goldens/golden-files.ts'
import { catalogue } from '../../src/collect/catalogue.ts'
import { otherType } from '../../src/collect/other-resources.ts'
import { placedTypes } from '../../src/diagram/views/boxes/shelves.ts'
import type { Resource } from '../../src/graph/resource-graph.ts'
import { everyResourceType, resourceType, rolesOf } from '../../src/resource-types/look-ups.ts'

const types = catalogue.map(({ type }) => type).filter((type) => type !== otherType)
const icons = join(dirname(fileURLToPath(import.meta.resolve('aws-icons/package.json'))), 'icons')

test('every type of the catalogue is described, and no other', () => {
  expect(everyResourceType.map(({ type }) => type).toSorted()).toEqual(types.toSorted())
})

describe.each(everyResourceType)('$type', ({ service, names, icon, variants, arns = [], hosts = [] }) => {
  test('has names', () => {
    const [singular, plural] = names
    for (const name of [singular, plural, service]) expect(name).not.toMatch(/::|^$/u)
    expect(singular).not.toBe(plural)
  })

  test('has icons that exist', () => {
    for (const [path] of [icon, ...Object.values(variants?.icons ?? {})]) {
      expect(existsSync(join(icons, `${path}.svg`))).toBe(true)
    }
  })

  test('has patterns that match from the beginning, and capture at most one identifier', () => {
    for (const pattern of [...arns.map(([, resource]) => resource), ...hosts]) {
      expect(pattern.source).toMatch(/^(?:\^|:autoScalingGroupName)/u)
      expect(new RegExp(`${pattern.source}|`, pattern.flags).exec('')?.length).toBeLessThanOrEqual(2)
    }
    for (const pattern of hosts) expect(pattern.source.endsWith('$')).toBe(true)
  })
})

test('no two types share a name', () => {
  const plurals = everyResourceType.map(({ names: [, plural] }) => plural)
  expect(new Set(plurals).size).toBe(plurals.length)
})

test('each part in networks is played by one type, and IDs of two types never begin alike', () => {
  const parts = everyResourceType.flatMap(({ plays }) => plays ?? [])
  expect(parts.length).toBeGreaterThan(20)
  expect(new Set(parts).size).toBe(parts.length)
  const prefixes = everyResourceType.flatMap(({ idPrefix }) => idPrefix ?? [])
  const ambiguous = prefixes.filter((prefix, index) =>
    prefixes.some((other, place) => place !== index && other.startsWith(prefix)),
  )
  expect(ambiguous).toEqual([])
})

test('a type has a reason for no role in diagrams, a frame, or roles, and never two of these', () => {
  const mixed = everyResourceType.filter(
    ({ picture }) => ('none' in picture || 'frame' in picture) && Object.keys(picture).length > 1,
  )
  expect(mixed.map(({ type }) => type)).toEqual([])
})

function isDrawn(type: string): boolean {
  const { box, flow, network } = rolesOf(type)
  return box !== undefined || flow !== undefined || network !== undefined
}

test('every type with a box says which state is normal, if it has one', async () => {
  const files = await readGoldens('graphs/full')
  const silent = [...files].flatMap(([file, content]) =>
    file === 'coverage.json'
      ? []
      : (JSON.parse(content.toString()) as readonly Resource[]).flatMap(({ type, properties: { state, status } }) =>
          [state, status].some((each) => typeof each === 'string') &&
          isDrawn(type) &&
          resourceType(type)?.normalState === undefined
            ? [type]
            : [],
        ),
  )
  expect([...new Set(silent)]).toEqual([])
})

test('every type with its own box is a supported type', () => {
  expect(types).toEqual(expect.arrayContaining([...placedTypes]))
})
