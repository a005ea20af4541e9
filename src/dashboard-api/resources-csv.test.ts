import { expect, test } from 'vitest'
import { resourcesCsv } from './resources-csv.ts'

const named = (name: string) =>
  resourcesCsv([{ type: 'AWS::EC2::VPC', id: 'vpc-1', name, arn: null, presence: 'read', tags: {}, properties: {} }])
    .split('\r\n')[1]
    ?.replace('AWS::EC2::VPC,vpc-1,', '')
    .replace(/,,read,\{\},\{\}$/, '')

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  [' =1', "' =1"],
  ['＝1+1', "'＝1+1"],
  ['a;=1+1', `"a;'=1+1"`],
  ['a;"=1+1"', `"a;'""=1+1"""`],
  ['a\t=1', `"a\t'=1"`],
  ['a\n=1', `"a\n'=1"`],
])('%j is not a formula with any field separator', (name, field) => expect(named(name)).toBe(field))

test('has a byte order mark, so that Excel reads UTF-8', () => {
  expect(resourcesCsv([])).toBe('\uFEFFtype,id,name,arn,presence,tags,properties\r\n')
})

test.each([
  ['web-1', 'web-1'],
  ['a\u202Eb\u2069', 'a[U+202E]b[U+2069]'],
  ['a=b', 'a=b'],
  ['mail@example.com', 'mail@example.com'],
  ['one, two', '"one, two"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
])('%j stays unchanged', (name, field) => expect(named(name)).toBe(field))
