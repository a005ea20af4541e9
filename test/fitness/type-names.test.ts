/**
 * Tests that only descriptors, collectors, mappings of plans, and the simulated cloud name resource types. Other code uses
 * descriptors.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { everyResourceType } from '../../src/resource-types/look-ups.ts'

const project = join(import.meta.dirname, '../..')

/** Folders that name types, worlds and graphs of tests and benchmarks, and files that others wrote or a script generates. */
const excepted =
  /^src\/(?:resource-types|collect\/aws|meaning\/plan\/mappings|simulated|diagram\/testing)\/|^scripts\/goldens\/changed-world\.ts$|(?:^|\/)(?:node_modules|dist|test)\/|^cli\/src\/client\/openapi\.ts$|\.test\.tsx?$/u

/** Files that name types as examples for users, in a CloudFormation document, or in values of IAM condition keys. */
const naming: readonly string[] = [
  'cli/src/report/gate.ts',
  'contract/diagram.ts',
  'contract/exposure.ts',
  'contract/resource.ts',
  'src/accounts/role-template.ts',
  'src/collect/properties/policy-conditions.ts',
  'src/diagram/select/type-filter.ts',
]

const anyOf = (texts: Iterable<string>) => `(?:${[...new Set(texts)].join('|')})`
const tails = everyResourceType.map(({ type }) => type.replace('AWS::', ''))
const name = new RegExp(
  [
    'AWS::\\w+::\\w+',
    `\\b${anyOf(tails)}\\b`,
    // All types of a service.
    `\\b${anyOf(tails.map((tail) => tail.split('::')[0] ?? ''))}::`,
    `(?:['"\`]|/\\^|[(|])${anyOf(everyResourceType.flatMap(({ idPrefix }) => idPrefix ?? []))}`,
    // `VPC` is also a value of properties.
    `(?:[!=]==|case|includes\\(|has\\() ?['"\`](?!VPC['"\`])${anyOf(everyResourceType.map(({ service }) => service))}['"\`]`,
    anyOf(everyResourceType.flatMap(({ icon: [path] }) => (path.startsWith('architecture-group/') ? [] : path))),
  ].join('|'),
  'gu',
)

/** Comments may name types as examples. */
function namesIn(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gmu, '')
  return code.match(name) ?? []
}

const files = ['src', 'dashboard', 'scripts', 'cli', 'action', 'contract']
  .flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.tsx?$/u.test(path) && !excepted.test(path))

test('no other file names a resource type, its service, its icon, or the prefix of its IDs', () => {
  const found = files.flatMap((path) => {
    const names = namesIn(readFileSync(join(project, path), 'utf8'))
    return names.length === 0 ? [] : [{ path, names }]
  })
  expect(found.filter(({ path }) => !naming.includes(path))).toEqual([])
  expect(found.map(({ path }) => path).toSorted()).toEqual(naming)
})

describe('a name is found', () => {
  test.each([
    ["const type = 'AWS::EC2::VPC'", 'AWS::EC2::VPC'],
    ["const types = of(['EC2::Subnet'])", 'EC2::Subnet'],
    ["type.startsWith('AWS::Lambda::')", 'Lambda::'],
    ["id.startsWith('igw-')", "'igw-"],
    ['/^igw-/u.test(id)', '/^igw-'],
    ['/^(?:x-|igw-)/u.test(id)', '|igw-'],
    ["service === 'DynamoDB'", "=== 'DynamoDB'"],
    ["if (['x'].includes('Step Functions')) stop()", "includes('Step Functions'"],
    ["const icon = 'resource/AWSLambdaLambdaFunction'", 'resource/AWSLambdaLambdaFunction'],
    ["fetch('https://example.com'); is('AWS::EC2::VPC')", 'AWS::EC2::VPC'],
  ])('in %s', (source, expected) => {
    expect(namesIn(source)).toEqual([expected])
  })

  test('outside of comments only', () => {
    expect(namesIn('/** E.g. `AWS::EC2::VPC`. */\nconst one = 1 // AWS::EC2::VPC')).toEqual([])
  })
})

test.each([
  ['src', 300],
  ['dashboard', 100],
  ['cli', 30],
  ['contract', 20],
  ['scripts', 20],
  ['action', 5],
])('many files of %s are looked through', (folder, least) => {
  expect(files.filter((path) => path.startsWith(`${folder}/`)).length).toBeGreaterThan(least)
})
