/** Parses own rules of redaction from a JSON file. */
import { type PresetName, presets, type RedactionRules } from './rules.ts'

const mostBytes = 64 * 1024
const mostItems = 100
const mostCharacters = 200

const flags = ['accountIds', 'publicAddresses', 'emailAddresses', 'accessKeys', 'names', 'tagValues'] as const
const lists = ['tags', 'properties', 'patterns'] as const
const known: ReadonlySet<string> = new Set(['extends', ...flags, ...lists])

/** Its message is for users. */
export class RulesError extends Error {
  override readonly name = 'RulesError'
}

/** Rules add to those of the preset in `extends` (default: `default`). Flags can also switch them off. */
export function parseRules(text: string): RedactionRules {
  if (Buffer.byteLength(text) > mostBytes) throw new RulesError(`It has more than ${mostBytes} bytes.`)
  const given = parsed(text)
  const unknown = [...given.keys()].find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new RulesError(`It has the unknown field ${JSON.stringify(unknown)}. Known: ${[...known].join(', ')}.`)
  }
  const base = presets[presetOf(given.get('extends') ?? 'default')]
  const [tags, properties, patterns] = lists.map((name) => listOf(name, given.get(name) ?? []))
  const chosen = flags.map((name) => [name, flagOf(name, given.get(name) ?? base[name])] as const)
  return {
    ...base,
    ...(Object.fromEntries(chosen) as Pick<RedactionRules, (typeof flags)[number]>),
    name: 'own',
    tags: [...base.tags, ...(tags ?? [])],
    properties: [...base.properties, ...(properties ?? [])],
    patterns: (patterns ?? []).map(patternOf),
  }
}

function parsed(text: string): ReadonlyMap<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RulesError("It isn't JSON.")
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RulesError('It must be an object.')
  return new Map<string, unknown>(Object.entries(value))
}

function presetOf(value: unknown): PresetName {
  if (value === 'none' || value === 'default' || value === 'strict') return value
  throw new RulesError('"extends" must be none, default, or strict.')
}

function flagOf(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new RulesError(`"${name}" must be true or false.`)
  return value
}

function listOf(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length > mostItems || !value.every(isShortText)) {
    throw new RulesError(
      `"${name}" must be a list of up to ${mostItems} texts, each with 1 to ${mostCharacters} characters.`,
    )
  }
  return value
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= mostCharacters
}

function patternOf(source: string): RegExp {
  let pattern: RegExp
  try {
    pattern = new RegExp(source, 'gu')
  } catch (error) {
    throw new RulesError(`The pattern ${source} isn't valid: ${error instanceof Error ? error.message : ''}`)
  }
  if (new RegExp(source, 'u').test('')) throw new RulesError(`The pattern ${source} also matches an empty text.`)
  return pattern
}
