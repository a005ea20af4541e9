import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

test('a cursor gives back the position that it was made of', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }).map((text) => text.toWellFormed())), (position) => {
      const cursor = encodeCursor('scans', position)
      expect(cursor).toMatch(/^[0-9A-Za-z_-]+$/)
      expect(decodeCursor('scans', cursor)).toEqual(position)
      expect(() => decodeCursor('accounts', cursor)).toThrow('is not a cursor of this list')
    }),
  )
})

test('whatever is no cursor is refused', () => {
  const cursor = encodeCursor('scans', ['a'])
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.base64String(), fc.constantFrom(`${cursor}A`, `${cursor}=`, ` ${cursor}`)),
      (text) => {
        expect(() => decodeCursor('scans', text)).toThrow('is not a cursor of this list')
      },
    ),
  )
})
