import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTagExpression } from './tag-expression.ts'

function matches(expression: string, tags: Readonly<Record<string, string>>): boolean {
  const parsed = parseTagExpression(expression)
  if (parsed.kind === 'error') throw new Error(`${parsed.message} at ${parsed.position}`)
  return parsed.matches(tags)
}

function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/gu, '\\$&')}"`
}

describe('a tag expression', () => {
  const web = { env: 'prod', team: 'payments', 'cost center': '4711', Name: 'a=b' }

  test.each([
    ['env=prod', true],
    ['env=dev', false],
    ['env = prod', true],
    ['env!=prod', false],
    ['env!=dev', true],
    ['owner!=anybody', true],
    ['env', true],
    ['owner', false],
    ['env=*', true],
    ['owner=*', false],
    ['not owner', true],
    ['env=prod and team=payments', true],
    ['env=prod and team=orders', false],
    ['env=dev or team=payments', true],
    // `and` binds closer than `or`.
    ['team=payments or env=dev and env=test', true],
    ['(team=payments or env=dev) and env=test', false],
    ['not (env=dev or env=test)', true],
    ['not env=prod or team=payments', true],
    ['ENV=prod', false],
    ['env=prod AND NOT team=orders', true],
    ['"cost center"=4711', true],
    ["'cost center'='4711'", true],
    ['Name="a=b"', true],
    ['"and"=x or env=prod', true],
    ['team="pay\\ments"', true],
  ])('%s', (expression, expected) => {
    expect(matches(expression, web)).toBe(expected)
  })

  test.each([
    ['', 1, 'needs a tag key here'],
    ['env=', 5, 'needs a value for env here'],
    ['env=prod and', 13, 'needs a tag key here'],
    ['env=prod team=x', 10, 'has unexpected text at the end: team'],
    ['(env=prod', 1, 'has no ) for this ('],
    ['env=prod)', 9, 'has unexpected text at the end: )'],
    ['env="prod', 5, 'has no closing quote'],
    ['env==prod', 5, 'needs a value for env here, not ='],
    ['!env', 1, 'supports != and not, but not ! by itself'],
    ['or', 1, 'needs a tag key here, not or'],
    [`${'('.repeat(60)}env${')'.repeat(60)}`, 51, 'is nested deeper than 50 times'],
  ])('%s is a fault that is told with its place', (expression, position, message) => {
    expect(parseTagExpression(expression)).toEqual({ kind: 'error', position, message })
  })

  test('any quoted key and value match exactly that tag', () => {
    const text = fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }).filter((value) => value !== '*')
    fc.assert(
      fc.property(text, text, (key, value) => {
        const expression = `${quoted(key)}=${quoted(value)}`
        expect(matches(expression, Object.fromEntries([[key, value]]))).toBe(true)
        expect(matches(expression, Object.fromEntries([[key, `${value}x`]]))).toBe(false)
      }),
    )
  })

  test('any text is an expression or has an error with a position', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const parsed = parseTagExpression(text)
        const isTold =
          parsed.kind === 'error'
            ? parsed.position >= 1 && parsed.position <= text.length + 1
            : typeof parsed.matches({}) === 'boolean'
        expect(isTold).toBe(true)
      }),
    )
  })
})
