import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { secretBox } from './secret-box.ts'

const box = secretBox('a'.repeat(32), 'alerts')

test('opens what it sealed, which has no part of the secret in it', () => {
  assert(
    property(string({ unit: 'binary', minLength: 1 }), (text) => {
      expect(box.open(box.seal(text, 'one'), 'one')).toBe(text.toWellFormed())
    }),
  )
  const sealed = box.seal('https://hooks.example/secret', 'one')
  expect(Buffer.from(sealed).includes('hooks')).toBe(false)
  expect(box.seal('https://hooks.example/secret', 'one')).not.toEqual(sealed)
})

test('does not open what another key sealed, what belongs to something else, or what was changed', () => {
  const sealed = box.seal('secret', 'one')
  expect(secretBox('b'.repeat(32), 'alerts').open(sealed, 'one')).toBeNull()
  expect(secretBox('a'.repeat(32), 'other').open(sealed, 'one')).toBeNull()
  expect(box.open(sealed, 'two')).toBeNull()
  for (let position = 0; position < sealed.length; position += 1) {
    const changed = Buffer.from(sealed)
    changed[position] = (changed[position] ?? 0) ^ 1
    expect(box.open(changed, 'one')).toBeNull()
    expect(box.open(sealed.subarray(0, position), 'one')).toBeNull()
  }
})

test('opens what earlier versions sealed, which is 29 bytes longer than the text', () => {
  const sealed = 'AYkl3Y4dyxlyAVCtUyRpw8HqDBeJwDasfQJ+wqD0PsUZ1Xu1AOP+Vjft1JSoTrvyx3Sng8A='
  expect(box.open(Buffer.from(sealed, 'base64'), 'one')).toBe('https://hooks.example/ä')
  // A form, 96 bits of nonce, and 128 bits of tag.
  expect(box.seal('secret', 'one')).toHaveLength(1 + 12 + 16 + 6)
})
