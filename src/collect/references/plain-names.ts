/** Finds the resource of a setting with a plain name, such as `TABLE_NAME=orders`. */
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'
import type { NameTable } from './name-table.ts'

/** An environment variable of a program. */
export type Setting = { readonly name: string; readonly value: string }

/** Converts a record of variables to a list. */
export function settingsOf(variables: Readonly<Record<string, string>> | undefined): readonly Setting[] {
  return Object.entries(variables ?? {}).map(([name, value]) => ({ name, value }))
}

/** The words for a type in variable names, for example `EVENT`, `BUS`. */
type Meaning = { readonly type: string; readonly words: readonly string[] }

const meanings: readonly Meaning[] = everyResourceType.flatMap(({ type, settingWords = [] }) =>
  settingWords.map((words) => ({ type, words: words.split(' ') })),
)

/** Words in the names of variables whose values often equal a resource name by coincidence. */
const otherWords: ReadonlySet<string> = new Set(
  (
    'APP APPLICATION ACCOUNT BRANCH COLLECTION COMPONENT DATABASE DB DOMAIN ENV ENVIRONMENT HOST IMAGE INDEX LEVEL MODE MODULE ' +
    'NAMESPACE OWNER PASSWORD PREFIX PROFILE PROJECT REGION RELEASE ROLE SCHEMA SERVICE SITE STACK STAGE SUFFIX TEAM TENANT USER ' +
    'USERNAME VERSION FUNCTION LAMBDA HANDLER KEY ALIAS INSTANCE CACHE API URL ENDPOINT PATH FILE TAG LABEL METRIC'
  ).split(' '),
)

/** Names that are long and have several parts, so that an accidental match is unlikely. */
const distinctive = /^(?=.{10})[\w.]+(?:[-/][\w.]+)+$|^(?=.{10})\/[\w./-]+$/

/**
 * Returns the resources with exactly this name and a type that the variable name includes. A distinctive name that only
 * one resource has matches any type, unless the variable name means something else. The last word decides:
 * `ORDERS_TABLE_BUCKET` is a bucket.
 */
export function plainlyNamed({ name, value }: Setting, resourcesNamed: NameTable): readonly ResourceReference[] {
  const words = variableWords(name)
  const meant = meantBy(words)
  if (meant.size > 0) {
    return value.split(/[\s,;]+/).flatMap((part) => {
      const found = resourcesNamed(part).filter(({ type }) => meant.has(type))
      return found.length === 1 ? found : []
    })
  }
  if (!distinctive.test(value) || words.some((word) => otherWords.has(word))) return []
  const found = resourcesNamed(value)
  return found.length === 1 ? found : []
}

/** Returns the types whose words come last in the variable name. */
function meantBy(words: readonly string[]): ReadonlySet<string> {
  const found = meanings.flatMap(({ type, words: meaning }) => {
    const end = lastEnd(words, meaning)
    return end < 0 ? [] : [{ type, end, length: meaning.length }]
  })
  const end = Math.max(...found.map((each) => each.end))
  const last = found.filter((each) => each.end === end)
  const length = Math.max(...last.map((each) => each.length))
  return new Set(last.filter((each) => each.length === length).map(({ type }) => type))
}

/** Returns the index of the last match of the words in the name, or -1. The last word may be a plural. */
function lastEnd(words: readonly string[], meaning: readonly string[]): number {
  for (let start = words.length - meaning.length; start >= 0; start -= 1) {
    const matches = meaning.every((word, offset) => {
      const found = words[start + offset]
      return found === word || (offset === meaning.length - 1 && found === `${word}S`)
    })
    if (matches) return start + meaning.length
  }
  return -1
}

/** Splits `ORDERS_TABLE`, `orders.table`, and `ordersTable` into the same words. */
export function variableWords(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z\d]+/)
    .filter((word) => word !== '')
}
