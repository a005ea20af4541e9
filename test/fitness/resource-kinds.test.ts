/** Every type that a scan reads has a people's name and an icon of the icon set, so that no picture shows a raw type. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { catalogue } from '../../src/collect/catalogue.ts'
import { namedTypes, resourceKind } from '../../src/diagram/resource-kinds.ts'
import { serviceName } from '../../src/diagram/service-names.ts'
import { placedTypes } from '../../src/diagram/views/drawn-types.ts'

const types = catalogue.map(({ type }) => type)
const icons = join(dirname(fileURLToPath(import.meta.resolve('aws-icons/package.json'))), 'icons')

test('every type of the catalogue is named, and no other', () => {
  expect([...namedTypes].toSorted()).toEqual(types.toSorted())
})

test.each(types)('%s has names and an icon that exists', (type) => {
  const { singular, plural, icon } = resourceKind(type)
  for (const name of [singular, plural, serviceName(type)]) expect(name).not.toMatch(/::|^$/u)
  expect(singular).not.toBe(plural)
  expect(existsSync(join(icons, `${icon}.svg`))).toBe(true)
})

test('no two types share a name', () => {
  const plurals = types.map((type) => resourceKind(type).plural)
  expect(new Set(plurals).size).toBe(plurals.length)
})

test('every type that has a box of its own is one that a scan reads', () => {
  expect(types).toEqual(expect.arrayContaining([...placedTypes]))
})
