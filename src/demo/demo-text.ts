/** The output of the demo. */
import { resourceType } from '../resource-types/look-ups.ts'

type Coverage = {
  readonly type: string
  readonly countKey: string
  readonly status: string
  readonly count: number | null
  readonly reason: string | null
}

/** `subnets 9 · computeInstances 12`: what has been found so far. */
export function progressLine(progress: Readonly<Record<string, number>> | null): string {
  const found = Object.entries(progress ?? {}).filter(([, count]) => count > 0)
  return found.map(([key, count]) => `${words(key)} ${count}`).join(' · ')
}

export function resultText(result: {
  readonly baseUrl: string
  readonly key: string
  readonly connectionId: string
  readonly region: string
  readonly scanId: string
  readonly diagramFile: string
  readonly coverage: readonly Coverage[]
  /** `null` where the service ends after the scan. */
  readonly signInLink: string | null
}): string {
  const { baseUrl, key, connectionId, region, scanId, diagramFile, coverage, signInLink } = result
  const read = coverage.filter(({ status }) => status === 'collected')
  const unavailable = coverage.filter(({ status }) => status === 'unavailable')
  const unread = coverage.filter(({ status }) => status === 'denied' || status === 'failed')
  const found = read.filter(({ count }) => count !== null && count > 0)
  const total = found.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return [
    '',
    `Found ${total} resources of ${found.length} types in ${region}:`,
    ...found.map(({ type, count }) => `  ${String(count).padStart(5)}  ${typeName(type, count ?? 0)}`),
    `${read.length - found.length} types without resources.`,
    unread.length === 0
      ? 'All supported types in the region were collected.'
      : `Couldn't be read (${unread.length} of ${coverage.length} types):`,
    ...unread.map(({ type, status, reason }) => `  ${typeName(type, 2)}: ${status}. ${reason ?? ''}`),
    ...(unavailable.length === 0 ? [] : [`Not available in this region: ${unavailable.length} types.`]),
    ...read.flatMap(({ reason }) => reason ?? []),
    '',
    `Diagram   ${diagramFile}`,
    `API key   ${key}`,
    '',
    'Scan again:',
    `  curl -sS ${baseUrl}/api/scans -H 'Authorization: Bearer ${key}' \\`,
    `    -H 'Content-Type: application/json' -d '{"cloudAccountId":"${connectionId}","region":"${region}"}'`,
    '',
    'Open:',
    ...(signInLink === null ? [] : [`  ${signInLink}  dashboard, signed in (the link works once)`]),
    `  ${baseUrl}/docs  API reference`,
    `  ${baseUrl}/api/openapi.json  OpenAPI document`,
    `  ${baseUrl}/api/scans/${scanId}/coverage  coverage (send the API key as bearer token)`,
  ].join('\n')
}

/** The name of a type, or `resources of unsupported types` for `other`. */
function typeName(type: string, count: number): string {
  const names = resourceType(type)?.names ?? ['resource of an unsupported type', 'resources of unsupported types']
  return count === 1 ? names[0] : names[1]
}

/** `internetGateways` → `internet gateways`. */
function words(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
