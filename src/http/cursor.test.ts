import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeCursor, decodePosition, encodeCursor, encodePosition } from './cursor.ts'

const refusal = 'is not a cursor of this list'
const storableText = fc.string({ unit: 'binary' }).map((text) => text.toWellFormed().replaceAll('\0', ' '))

test('decodes the position that was encoded', () => {
  fc.assert(
    fc.property(fc.tuple(storableText, storableText), (position) => {
      const cursor = encodeCursor('scans', position)
      expect(cursor).toMatch(/^[0-9A-Za-z_-]+$/)
      expect(decodeCursor('scans', cursor)).toEqual(position)
      expect(() => decodeCursor('accounts', cursor)).toThrow(refusal)
    }),
  )
})

test('decodes the time and ID of a list by time', () => {
  const position = {
    createdAt: new Date('2026-02-01T12:00:00.123Z'),
    id: '00000000-0000-4000-8000-000000000000',
  }
  expect(decodePosition('scans', encodePosition('scans', position))).toEqual(position)
  expect(decodePosition('scans', undefined)).toBeNull()
})

test('rejects texts that are not cursors', () => {
  const cursor = encodeCursor('scans', ['a', 'b'])
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.base64String(), fc.constantFrom(`${cursor}A`, `${cursor}=`, ` ${cursor}`)),
      (text) => {
        expect(() => decodeCursor('scans', text)).toThrow(refusal)
      },
    ),
  )
})

describe('rejects an invalid position with a correct checksum', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const time = '2026-02-01T12:00:00.000Z'

  for (const position of [[], ['a'], ['a', 'b', 'c'], ['a\0', 'b'], ['a', '\ud800']]) {
    test(`in any list: ${JSON.stringify(position)}`, () => {
      expect(() => decodeCursor('scans', encodeCursor('scans', position))).toThrow(refusal)
    })
  }

  for (const position of [
    ['x', 'y'],
    [time, 'y'],
    ['x', id],
    ['2026-02-01', id],
    ['2026-02-30T12:00:00.000Z', id],
    ['0000-01-01T00:00:00.000Z', id],
    ['-000044-03-15T00:00:00.000Z', id],
    ['+275760-09-13T00:00:00.000Z', id],
  ]) {
    test(`in a list by time: ${JSON.stringify(position)}`, () => {
      expect(() => decodePosition('scans', encodeCursor('scans', position))).toThrow(refusal)
    })
  }
})
