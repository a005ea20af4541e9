/**
 * Tests that only descriptors, collectors, mappings of plans, and the simulated cloud name resource types. Other code
 * uses descriptors.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { everyResourceType } from '../../src/resource-types/look-ups.ts'

const project = join(import.meta.dirname, '../..')

/** Folders that name types, test graphs, and third-party files. */
const excepted =
  /^src\/(?:resource-types|collect\/aws|simulated|diagram\/testing|meaning\/plan\/mappings)\/|(?:^|\/)(?:node_modules|dist)\/|\.test\.tsx?$/u

/** Files that name types for users, or in a CloudFormation document. */
const naming: readonly string[] = ['src/accounts/role-template.ts', 'src/diagram/select/type-filter.ts']

const tails = everyResourceType.map(({ type }) => type.replace('AWS::', ''))
const prefixes = everyResourceType.flatMap(({ idPrefix }) => idPrefix ?? [])
const name = new RegExp(`AWS::\\w+::\\w+|\\b(?:${tails.join('|')})\\b|['"\`](?:${prefixes.join('|')})`, 'gu')

/** Comments may name types as examples. */
function namesIn(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gmu, '')
  return code.match(name) ?? []
}

const files = ['src', 'dashboard', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.tsx?$/u.test(path) && !excepted.test(path))

test('no other file names a resource type, the tail of one, or the prefix of an ID', () => {
  const found = files.flatMap((path) => {
    const names = namesIn(readFileSync(join(project, path), 'utf8'))
    return names.length === 0 ? [] : [{ path, names }]
  })
  expect(found.filter(({ path }) => !naming.includes(path))).toEqual([])
  expect(found.map(({ path }) => path)).toEqual(expect.arrayContaining([...naming]))
})

describe('a name is found', () => {
  test.each([
    ["const type = 'AWS::EC2::VPC'", 'AWS::EC2::VPC'],
    ["const types = of(['EC2::Subnet'])", 'EC2::Subnet'],
    ["id.startsWith('igw-')", "'igw-"],
    ["fetch('https://example.com'); is('AWS::EC2::VPC')", 'AWS::EC2::VPC'],
  ])('in %s', (source, expected) => {
    expect(namesIn(source)).toEqual([expected])
  })

  test('outside of comments only', () => {
    expect(namesIn('/** E.g. `AWS::EC2::VPC`. */\nconst one = 1 // AWS::EC2::VPC')).toEqual([])
  })
})

test('many files are looked through', () => {
  expect(files.length).toBeGreaterThan(300)
})
