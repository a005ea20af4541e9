/** What of a function's policy counts where it is called, and what at a URL. */
import { describe, expect, test } from 'vitest'
import { callGrants, urlGrants } from './function-access.ts'

const account = '123456789012'
const everyone = [{ to: 'everyone', condition: null }]
const url = 'lambda:InvokeFunctionUrl'
const invoke = 'lambda:InvokeFunction'
const authType = 'lambda:FunctionUrlAuthType'
const viaUrl = 'lambda:InvokedViaFunctionUrl'

function policy(...statements: readonly object[]): string {
  return JSON.stringify({
    Statement: statements.map((more) => ({ Effect: 'Allow', Principal: '*', Resource: 'arn', ...more })),
  })
}
const under = (operator: string, key: string, value: unknown) => ({ Condition: { [operator]: { [key]: value } } })

type Expected = readonly { readonly to: string; readonly condition: string | null }[]

describe('at a URL', () => {
  test.each<[what: string, statements: readonly object[], none: Expected, iam: Expected]>([
    ['without a condition', [{ Action: url }], everyone, everyone],
    ['of one kind', [{ Action: url, ...under('StringEquals', authType, 'NONE') }], everyone, []],
    ['of the other', [{ Action: url, ...under('StringEquals', authType, ['AWS_IAM']) }], [], everyone],
    ['of any kind', [{ Action: url, ...under('StringLike', authType, '*') }], everyone, everyone],
    ['by a pattern', [{ Action: 'lambda:*' }], everyone, everyone],
    ['by all but others', [{ NotAction: 'lambda:Get*' }], everyone, everyone],
    ['by all but it', [{ NotAction: 'lambda:Invoke*' }], [], []],
    ['of calls alone', [{ Action: invoke }], [], []],
    [
      'denied for one kind',
      [{ Action: url }, { Effect: 'Deny', Action: 'lambda:*', ...under('StringEquals', authType, 'NONE') }],
      [],
      everyone,
    ],
    ['denied for calls', [{ Action: url }, { Effect: 'Deny', Action: invoke }], everyone, everyone],
    ['denied by all but others', [{ Action: url }, { Effect: 'Deny', NotAction: invoke }], [], []],
  ])('%s', (_what, statements, none, iam) => {
    expect(urlGrants(policy(...statements), 'NONE', account)).toEqual(none)
    expect(urlGrants(policy(...statements), 'AWS_IAM', account)).toEqual(iam)
  })

  test('other conditions stay', () => {
    const conditions = {
      Condition: { StringEquals: { [authType]: 'NONE', 'aws:PrincipalOrgID': 'o-1' }, Bool: { [viaUrl]: 'true' } },
    }
    expect(urlGrants(policy({ Action: url, ...conditions }), 'NONE', account)).toEqual([
      { to: 'everyone', condition: 'only where aws:PrincipalOrgID is o-1' },
    ])
    const negated = under('StringNotEquals', authType, 'AWS_IAM')
    expect(urlGrants(policy({ Action: url, ...negated }), 'NONE', account)).toEqual(everyone)
  })
})

describe('where it is called', () => {
  test.each<[what: string, statements: readonly object[], expected: Expected]>([
    ['at URLs alone', [{ Action: url }], []],
    ['at URLs alone, as a list', [{ Action: [url] }], []],
    ['in both ways', [{ Action: [url, invoke] }], everyone],
    ['what is called by a URL', [{ Action: invoke, ...under('Bool', viaUrl, 'true') }], []],
    ['what is not called by a URL', [{ Action: invoke, ...under('Bool', viaUrl, 'false') }], everyone],
    ['a condition on what only URLs have', [{ Action: invoke, ...under('StringEquals', authType, 'NONE') }], []],
    ['the same if it exists', [{ Action: invoke, ...under('StringEqualsIfExists', authType, 'NONE') }], everyone],
    [
      'denied where called by a URL',
      [{ Action: invoke }, { Effect: 'Deny', Action: '*', ...under('Bool', viaUrl, 'true') }],
      everyone,
    ],
    [
      'by another account',
      [{ Action: invoke, Principal: { AWS: '111122223333' } }],
      [{ to: '111122223333', condition: null }],
    ],
  ])('%s', (_what, statements, expected) => expect(callGrants(policy(...statements), account)).toEqual(expected))

  test('without a policy, by nobody', () => {
    expect([callGrants(undefined, account), urlGrants(undefined, 'NONE', account)]).toEqual([[], []])
  })
})
