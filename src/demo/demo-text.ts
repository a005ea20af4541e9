/** Writes the output of the demo. */
import { resourceType } from '../resource-types/look-ups.ts'

type Coverage = {
  readonly type: string
  readonly countKey: string
  readonly status: string
  readonly count: number | null
  readonly reason: string | null
}

/** Returns the resources found so far, such as `21 resources of 2 types`; empty before the first. */
export function progressLine(progress: Readonly<Record<string, number>> | null): string {
  return foundText(Object.values(progress ?? {}).filter((count) => count > 0))
}

export function resultText(result: {
  readonly baseUrl: string
  readonly key: string
  readonly connectionId: string
  readonly region: string
  readonly scanId: string
  readonly diagramFile: string
  readonly coverage: readonly Coverage[]
  /** `null` if the service ends after the scan. */
  readonly signInLink: string | null
}): string {
  const { baseUrl, key, connectionId, region, scanId, diagramFile, coverage, signInLink } = result
  const read = coverage.filter(({ status }) => status === 'collected')
  const unavailable = coverage.filter(({ status }) => status === 'unavailable')
  const unread = coverage.filter(({ status }) => status === 'denied' || status === 'failed')
  const found = read.filter(({ count }) => count !== null && count > 0)
  return [
    '',
    `Found ${foundText(found.map(({ count }) => count ?? 0)) || 'no resources'} in ${region}:`,
    ...found.map(({ type, count }) => `  ${String(count).padStart(5)}  ${typeName(type, count ?? 0)}`),
    `${types(read.length - found.length)} without resources.`,
    unread.length === 0
      ? 'All supported types in the region were collected.'
      : `Couldn't be read (${unread.length} of ${types(coverage.length)}):`,
    ...unread.map(({ type, status, reason }) => `  ${typeName(type, 2)}: ${status}. ${reason ?? ''}`),
    ...(unavailable.length === 0 ? [] : [`Not available in this region: ${types(unavailable.length)}.`]),
    ...read.flatMap(({ reason }) => reason ?? []),
    '',
    `Diagram   ${diagramFile}`,
    `API key   ${key}`,
    ...(signInLink === null ? [] : nextSteps({ baseUrl, key, connectionId, region, scanId, signInLink })),
  ].join('\n')
}

/** The next steps for a service that keeps running. */
function nextSteps(running: Omit<Parameters<typeof resultText>[0], 'coverage' | 'diagramFile'>): readonly string[] {
  const { baseUrl, key, connectionId, region, scanId, signInLink } = running
  return [
    '',
    'Scan again:',
    `  curl -sS ${baseUrl}/api/scans -H 'Authorization: Bearer ${key}' \\`,
    `    -H 'Content-Type: application/json' -d '{"cloudAccountId":"${connectionId}","region":"${region}"}'`,
    '',
    'Open:',
    `  ${signInLink}  dashboard, signed in (the link works once)`,
    `  ${baseUrl}/docs  API reference`,
    `  ${baseUrl}/api/openapi.json  OpenAPI document`,
    `  ${baseUrl}/api/scans/${scanId}/coverage  coverage (send the API key as bearer token)`,
  ]
}

/** By type; empty if there are none. */
function foundText(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total === 0 ? '' : `${total} ${total === 1 ? 'resource' : 'resources'} of ${types(counts.length)}`
}

function types(count: number): string {
  return `${count} ${count === 1 ? 'type' : 'types'}`
}

/** The name of a type, or `resources of unsupported types` for `other`. */
function typeName(type: string, count: number): string {
  const names = resourceType(type)?.names ?? ['resource of an unsupported type', 'resources of unsupported types']
  return count === 1 ? names[0] : names[1]
}
