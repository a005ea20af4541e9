import { expect, test } from 'vitest'
import { renewedWebhook, shownOf, signingSecrets } from './destination.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour))
const webhook = { type: 'webhook', url: 'https://hooks.example.com/a', secret: 'whsec_first' } as const

test('a replaced secret still signs for 24 hours, after the new one', () => {
  const renewed = renewedWebhook(webhook, at(0))
  expect(renewed.secret).toMatch(/^whsec_/)
  expect(renewed.secret).not.toBe(webhook.secret)
  expect(signingSecrets(webhook, at(0))).toEqual(['whsec_first'])
  expect(signingSecrets(renewed, at(23))).toEqual([renewed.secret, 'whsec_first'])
  expect(signingSecrets(renewed, at(24))).toEqual([renewed.secret])
})

test('secrets that are replaced again all sign until their time, and at most four of them', () => {
  const second = renewedWebhook(webhook, at(0))
  const third = renewedWebhook(second, at(12))
  expect(signingSecrets(third, at(13))).toEqual([third.secret, second.secret, 'whsec_first'])
  expect(signingSecrets(third, at(25))).toEqual([third.secret, second.secret])
  const often = Array.from({ length: 9 }).reduce<typeof second>((before) => renewedWebhook(before, at(1)), second)
  expect(signingSecrets(often, at(2))).toHaveLength(5)
})

const shown = (url: string) => shownOf({ type: 'slack', url })

test('users see the host and the last four characters, but not of short secrets', () => {
  expect(shown('https://hooks.example.com:8443/services/0123456789abcdef')).toEqual({
    host: 'hooks.example.com',
    lastCharacters: 'cdef',
    to: [],
  })
  expect(shown('https://hooks.example.com/0123456789abcdefgh').lastCharacters).toBeNull()
  expect(shown('https://hooks.example.com/0123456789abcdefghi').lastCharacters).toBe('fghi')
})
