/** Finds the values that rules redact, wherever they occur in a graph. */
import { everyResourceType } from '../../resource-types/look-ups.ts'
import type { Json, Resource, ResourceGraph } from '../../graph/resource-graph.ts'
import { publicAddressesIn } from './addresses.ts'
import { coreOf } from './replace-values.ts'
import { listedProperty, type RedactionRules, wordsOfAws } from './rules.ts'

export type FoundValues = {
  readonly accountIds: ReadonlySet<string>
  readonly publicAddresses: ReadonlySet<string>
  /** Access keys, email addresses, and matches of own patterns. */
  readonly matches: ReadonlySet<string>
  /** Names, tag values, and other texts, without delimiters at their ends. */
  readonly words: ReadonlySet<string>
}

const accountId = /(?<!\d)\d{12}(?!\d)/g
/** The part of an ARN after the account ID. */
const namesInArns = /\barn:[a-z-]+:[a-z0-9-]+:[a-z0-9-]*:\d*:([^\s"',]+)/g
const accessKey = /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g
/** Starts at the start of a name only, because texts without an address would take quadratic time otherwise. */
const email = /(?<![\w.%+-])[\w.%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi

/** IDs that AWS generates, numbers, and codes of regions and Availability Zones. */
const generated =
  /^(?:[a-z]{1,12}(?:-[a-z]{1,12}){0,3}-[0-9a-f]{8,32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,64}|[\d.,:/-]+|[a-z]{2,4}(?:-[a-z]+){1,3}-\d[a-z]?|true|false|yes|no|null)$/i

/** Values of secrets that look like IDs or numbers of AWS. */
const randomSecret = /^(?:[0-9a-f]{16,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{8,})$/i

export function findValues(graph: ResourceGraph, rules: RedactionRules): FoundValues {
  const accountIds = new Set(rules.accountIds ? [graph.accountId] : [])
  const publicAddresses = new Set<string>()
  const matches = new Set<string>()
  const words = new Set<string>()
  const ordinary = ordinaryWords(graph)

  const addWord = (value: string) => {
    const core = coreOf(value)
    if (core !== '' && !ordinary.has(core.toLowerCase()) && !generated.test(core)) words.add(core)
  }
  const addSecret = (value: string) => {
    addWord(value)
    if (randomSecret.test(coreOf(value))) words.add(coreOf(value))
  }
  const addName = (name: string) => {
    addWord(name)
    if (/[/:,|\s]/.test(name)) for (const part of name.split(/[/:,|\s]+/)) addWord(part)
  }
  const look = (text: string) => {
    if (rules.accountIds) for (const [found] of text.matchAll(accountId)) accountIds.add(found)
    if (rules.publicAddresses) for (const found of publicAddressesIn(text)) publicAddresses.add(found)
    if (rules.accessKeys) for (const [found] of text.matchAll(accessKey)) matches.add(found)
    if (rules.emailAddresses) for (const [found] of text.matchAll(email)) matches.add(found)
    if (rules.names) for (const [, names = ''] of text.matchAll(namesInArns)) addName(names)
    for (const pattern of rules.patterns) for (const [found] of text.matchAll(pattern)) matches.add(found)
  }
  const lookIn = (value: Json, isRedacted: boolean): void => {
    if (typeof value === 'string') {
      look(value)
      if (isRedacted) addSecret(value)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        look(key)
        lookIn(item, isRedacted || isRedactedProperty(rules, key))
      }
    }
  }

  look(graph.accountAlias)
  if (rules.names) addName(graph.accountAlias)
  for (const resource of graph.resources) {
    const { id, arn, name, tags, properties } = resource
    for (const text of [id, arn ?? '', name ?? '']) look(text)
    if (rules.names) for (const each of namesOf(resource)) addName(each)
    for (const [key, value] of Object.entries(tags)) {
      look(key)
      look(value)
      if (isListedTag(rules, key)) addSecret(value)
      else if (rules.tagValues) addWord(value)
    }
    lookIn(properties, false)
  }
  for (const { target, evidence } of graph.relations) for (const text of [target.id, evidence]) look(text)
  for (const { reason, statement } of graph.coverage) {
    look(reason ?? '')
    lookIn(statement, false)
  }
  return { accountIds, publicAddresses, matches, words }
}

export function isRedactedTag(rules: RedactionRules, key: string): boolean {
  return rules.tagValues || isListedTag(rules, key)
}

function isListedTag({ tags }: RedactionRules, key: string): boolean {
  return tags.some((pattern) => isMatch(pattern, key))
}

export function isRedactedProperty({ properties }: RedactionRules, name: string): boolean {
  return properties.some((each) => each.toLowerCase() === name.toLowerCase())
}

function isMatch(pattern: string, key: string): boolean {
  const parts = pattern.toLowerCase().split('*')
  const text = key.toLowerCase()
  if (parts.length === 1) return text === parts[0]
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found === -1 || found + part.length > text.length - last.length) return false
    at = found + part.length
  }
  return true
}

function namesOf({ id, arn, name }: Resource): readonly string[] {
  const inArn = arn === null ? [] : [arn.split(':').slice(5).join(':')]
  return [...(name === null ? [] : [name]), id.startsWith('arn:') ? id.split(':').slice(5).join(':') : id, ...inArn]
}

/** Words of AWS, and the values of properties that come from a list of AWS. In lower case. */
function ordinaryWords(graph: ResourceGraph): ReadonlySet<string> {
  const found = new Set(wordsOfAws)
  for (const { type } of everyResourceType) for (const word of wordsOfType(type)) found.add(word)
  for (const { type } of graph.resources) for (const word of wordsOfType(type)) found.add(word)
  const lookIn = (value: Json, isListed: boolean): void => {
    if (typeof value === 'string') {
      if (isListed) found.add(value.toLowerCase())
    } else if (typeof value === 'object' && value !== null) {
      const isArray = Array.isArray(value)
      for (const [key, item] of Object.entries(value)) lookIn(item, isArray ? isListed : listedProperty.test(key))
    }
  }
  for (const { properties } of graph.resources) lookIn(properties, false)
  return found
}

/** AWS::EC2::VPCEndpoint: aws, ec2, vpcendpoint, endpoint, and their plurals. */
function wordsOfType(type: string): readonly string[] {
  const parts = type.split('::')
  const words = [...parts, ...parts.flatMap((part) => part.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/))]
  return words.flatMap((word) => (word.length > 1 ? [word.toLowerCase(), `${word.toLowerCase()}s`] : []))
}
