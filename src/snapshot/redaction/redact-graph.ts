/**
 * Redacts a graph. Relations still hold, because a value gets the same pseudonym everywhere. What is drawn from the graph
 * can't show what it no longer has.
 */
import { compareReferences } from '../../graph/resolve-graph.ts'
import type {
  Json,
  Relation,
  Resource,
  ResourceGraph,
  ResourceReference,
  TypeCoverage,
} from '../../graph/resource-graph.ts'
import { canonicalReading } from '../../graph/resource-version.ts'
import { resourceKey } from '../../graph/graph-index.ts'
import { addressReplacer, dashed } from './addresses.ts'
import { type FoundValues, findValues, isRedactedProperty, isRedactedTag } from './find-values.ts'
import { isTimeout, limitTime } from './limit-time.ts'
import { RulesError } from './parse-rules.ts'
import { createPseudonyms, type Pseudonyms } from './pseudonyms.ts'
import { coreOf, replacerOf } from './replace-values.ts'
import { listedProperty, type RedactionRules } from './rules.ts'

/** For all own patterns together. */
const patternsTimeoutMs = 30_000

/** `key`: the pseudonyms of another key are different. Throws a `RulesError` if own patterns take too long. */
export function redactGraph(
  graph: ResourceGraph,
  rules: RedactionRules,
  key: Uint8Array,
  timeoutMs = patternsTimeoutMs,
): ResourceGraph {
  if (rules.name === 'none') return graph
  const pseudonyms = createPseudonyms(key)
  const texts = redactedTexts(valuesInTime(graph, rules, timeoutMs), pseudonyms)
  const bySource = Map.groupBy(graph.relations, ({ source }) => resourceKey(source))
  const readings = graph.resources
    .map((resource) =>
      canonicalReading({
        resource: redactedResource(resource, rules, texts),
        relations: (bySource.get(resourceKey(resource)) ?? []).map((relation) => redactedRelation(relation, texts)),
      }),
    )
    .sort((a, b) => compareReferences(a.resource, b.resource))
  const resources = readings.map(({ resource }) => resource)
  if (new Set(resources.map(resourceKey)).size < resources.length) {
    throw new Error('Redaction gave two resources the same ID')
  }
  return {
    accountId: texts.all(graph.accountId),
    accountAlias: rules.names ? texts.whole(graph.accountAlias) : texts.all(graph.accountAlias),
    region: graph.region,
    resources,
    relations: readings.flatMap(({ relations }) => relations),
    coverage: graph.coverage.map((entry) => redactedCoverage(entry, texts)),
  }
}

function valuesInTime(graph: ResourceGraph, rules: RedactionRules, timeoutMs: number): FoundValues {
  if (rules.patterns.length === 0) return findValues(graph, rules)
  try {
    return limitTime(() => findValues(graph, rules), timeoutMs)
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw new RulesError(`The patterns take more than ${timeoutMs / 1_000} s for this scan. Use simpler ones.`)
  }
}

type Texts = {
  /** Replaces all values that were found. */
  readonly all: (text: string) => string
  /** Replaces only account IDs, addresses, and matches of patterns, in texts of AWS. */
  readonly listed: (text: string) => string
  /** Replaces the whole text. */
  readonly whole: (text: string) => string
}

function redactedTexts({ accountIds, publicAddresses, matches, words }: FoundValues, pseudonyms: Pseudonyms): Texts {
  const addresses = addressReplacer(publicAddresses, pseudonyms)
  const always = new Map<string, string>()
  for (const id of accountIds) always.set(id, pseudonyms.accountId(id))
  for (const address of publicAddresses) {
    if (!address.includes(':') && !address.includes('/')) always.set(dashed(address), dashed(addresses(address)))
  }
  for (const match of matches) always.set(match, pseudonyms.word(match))
  const found = new Map<string, string>()
  for (const word of words) found.set(word, pseudonyms.word(word))
  // Host names have the names of resources in lower case.
  for (const word of words) {
    if (!found.has(word.toLowerCase())) found.set(word.toLowerCase(), pseudonyms.word(word))
  }
  const replaceAll = replacerOf(new Map([...found, ...always]))
  const replaceListed = replacerOf(always)
  const whole = (text: string): string => {
    const core = coreOf(text)
    if (text === '') return text
    return core === '' ? pseudonyms.word(text) : text.replace(core, () => pseudonyms.word(core))
  }
  return {
    // A whole text is also replaced if it is too short to be replaced within others.
    all: (text) => (words.has(coreOf(text)) ? whole(text) : addresses(replaceAll(text))),
    listed: (text) => addresses(replaceListed(text)),
    whole,
  }
}

function redactedResource(resource: Resource, rules: RedactionRules, texts: Texts): Resource {
  const { id, arn, name, tags, properties } = resource
  const tagsOf = Object.entries(tags).map(
    ([key, value]) => [texts.all(key), isRedactedTag(rules, key) ? texts.whole(value) : texts.all(value)] as const,
  )
  return {
    ...resource,
    id: texts.all(id),
    arn: arn === null ? null : texts.all(arn),
    name: name === null ? null : texts.all(name),
    tags: Object.fromEntries(tagsOf),
    properties: redactedRecord(properties, rules, texts),
  }
}

function redactedRecord(
  record: Readonly<Record<string, Json>>,
  rules: RedactionRules,
  texts: Texts,
  text?: (value: string) => string,
): Readonly<Record<string, Json>> {
  const fields = Object.entries(record).map(([key, value]) => {
    const ofField = isRedactedProperty(rules, key) ? texts.whole : listedProperty.test(key) ? texts.listed : texts.all
    return [isPropertyName(key) ? key : texts.all(key), redactedJson(value, rules, texts, text ?? ofField)] as const
  })
  return Object.fromEntries(fields)
}

function redactedJson(value: Json, rules: RedactionRules, texts: Texts, text: (value: string) => string): Json {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return redactedNumber(value, texts)
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map((item) => redactedJson(item, rules, texts, text))
  return redactedRecord(value, rules, texts, text === texts.whole ? text : undefined)
}

/** Account IDs are sometimes numbers. */
function redactedNumber(value: number, texts: Texts): Json {
  const text = String(value)
  const redacted = /^\d{11,12}$/.test(text) ? texts.listed(text.padStart(12, '0')) : text
  return redacted === text || redacted === text.padStart(12, '0') ? value : redacted
}

/** Names of properties are those of this program. Other keys are data. */
function isPropertyName(key: string): boolean {
  return /^[a-z][A-Za-z0-9-]{0,63}$/.test(key) && !/\d{12}/.test(key)
}

function redactedRelation({ source, target, evidence, ...relation }: Relation, texts: Texts): Relation {
  return {
    ...relation,
    source: redactedReference(source, texts),
    target: redactedReference(target, texts),
    evidence: texts.all(evidence),
  }
}

function redactedReference({ type, id }: ResourceReference, texts: Texts): ResourceReference {
  return { type, id: texts.all(id) }
}

function redactedCoverage(entry: TypeCoverage, texts: Texts): TypeCoverage {
  const strings = (value: Json): Json => {
    if (typeof value === 'string') return texts.all(value)
    if (typeof value !== 'object' || value === null) return value
    if (isList(value)) return value.map(strings)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, strings(item)]))
  }
  return {
    ...entry,
    reason: entry.reason === null ? null : texts.all(entry.reason),
    statement: strings(entry.statement),
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
