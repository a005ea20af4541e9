/** The baseline file: findings that a team accepts, so that they don't fail the gate. */
import { readFile } from 'node:fs/promises'
import { usageError } from '../exit-codes.ts'
import { concerns, findingsOf, isFindingKind, kindOf } from './gate.ts'
import type { Condition, Facts, Finding } from './gate.ts'

const version = 1

/** A finding as written. Account and region are those of the scan. */
type Entry = {
  readonly account: string
  readonly region: string
  readonly finding: string
  readonly type: string
  readonly resource: string
  readonly detail: string
  /** Why it is accepted: for people. */
  readonly reason?: string
}

export type Place = { readonly account: string; readonly region: string }

export type BaselineFile = { readonly path: string; readonly entries: readonly Entry[] }

/** Throws a usage error for a file that can't be read or isn't a baseline file. A missing one is empty if allowed. */
export async function readBaselineFile(path: string, isMissingAllowed: boolean): Promise<BaselineFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw usageError(`The baseline file ${path} couldn't be read: ${error.message}.`)
    if (isMissingAllowed) return null
    throw usageError(`There is no baseline file ${path}. Write it with --accept.`)
  })
  return { path, entries: text === null ? [] : parseEntries(path, text) }
}

function parseEntries(path: string, text: string): readonly Entry[] {
  const content = parseJson(path, text)
  if (!isObject(content) || !Array.isArray(content['accepted'])) {
    throw usageError(`${path} isn't a baseline file: it has no list "accepted".`)
  }
  if (content['version'] !== version) {
    throw usageError(
      `${path} has version ${JSON.stringify(content['version'] ?? null)}. This program reads version ${version}.`,
    )
  }
  return content['accepted'].map((entry: unknown, index) => {
    if (isEntry(entry)) return entry
    throw usageError(`${path} isn't a baseline file: entry ${index + 1} needs the texts ${fields.join(', ')}.`)
  })
}

function parseJson(path: string, text: string): unknown {
  try {
    // Editors on Windows begin files with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw usageError(`${path} isn't JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

const fields = ['account', 'region', 'finding', 'type', 'resource', 'detail'] as const

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isEntry(value: unknown): value is Entry {
  return isObject(value) && fields.every((field) => typeof value[field] === 'string')
}

export function baselineText({ entries }: BaselineFile): string {
  const accepted = entries.toSorted((one, other) => (identity(one) < identity(other) ? -1 : 1))
  return `${JSON.stringify({ version, accepted }, null, 2)}\n`
}

export function isAcceptedBy(file: BaselineFile | null, place: Place): (finding: Finding) => boolean {
  const accepted = new Set(file?.entries.map(identity))
  return (finding) => accepted.has(identity(entryOf(place, finding)))
}

/**
 * Replaces the entries that the conditions decide by what they find now. Entries of other conditions, accounts, and
 * regions stay, and so do the reasons.
 */
export function acceptFindings(file: BaselineFile, gate: DecidedGate): BaselineFile {
  const earlier = new Map(file.entries.map((entry) => [identity(entry), entry]))
  const kept = file.entries.filter((entry) => !gate.decides(entry))
  const entries = new Map(
    [...kept, ...gate.found].map((entry) => [identity(entry), earlier.get(identity(entry)) ?? entry]),
  )
  return { ...file, entries: [...entries.values()] }
}

/** The entries of a scan that match nothing any more, and those of unknown kinds. */
export function unusedEntries({ entries }: BaselineFile, gate: DecidedGate): readonly string[] {
  const found = new Set(gate.found.map(identity))
  return entries.flatMap((entry) => {
    if (!isOf(gate.place, entry)) return []
    const { finding, type, resource, detail } = entry
    const text = [finding, type, resource, detail].filter((part) => part !== '').join(' ')
    if (!isFindingKind(finding)) return [`${text} (unknown kind of finding)`]
    return gate.decides(entry) && !found.has(identity(entry)) ? [text] : []
  })
}

export type DecidedGate = {
  readonly place: Place
  readonly found: readonly Entry[]
  /** Whether the conditions would find it if it was there. */
  decides(entry: Entry): boolean
}

/** What the conditions find in a scan. Conditions that are skipped decide nothing. */
export function decidedGate(place: Place, conditions: readonly Condition[], facts: Facts): DecidedGate {
  const results = conditions.map((condition) => ({ condition, findings: findingsOf(condition, facts) }))
  const decided = results.filter(({ findings }) => findings !== null).map(({ condition }) => condition)
  return {
    place,
    found: results.flatMap(({ findings }) => findings ?? []).map((finding) => entryOf(place, finding)),
    decides: (entry) =>
      isOf(place, entry) &&
      decided.some((condition) => kindOf(condition) === entry.finding && concerns(condition, entry.type)),
  }
}

function isOf({ account, region }: Place, entry: Entry): boolean {
  return entry.account === account && entry.region === region
}

function entryOf({ account, region }: Place, { kind, type, resource, detail }: Finding): Entry {
  return { account, region, finding: kind, type, resource, detail }
}

function identity(entry: Entry): string {
  return JSON.stringify(fields.map((field) => entry[field]))
}
