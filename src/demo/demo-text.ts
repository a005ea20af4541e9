/** Writes the output of the demo. */
import { coverageLines, foundText } from '../map/coverage-text.ts'

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
  return [
    '',
    ...coverageLines(region, coverage),
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
