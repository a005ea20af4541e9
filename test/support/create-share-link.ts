/** Creates share links for tests of pages. */
import type { CreatedShareLink } from '../../contract/share-link.ts'
import type { RunningTestService } from './running-service.ts'

/** The addresses are absolute. */
export type TestShareLink = CreatedShareLink & { readonly page: string; readonly svg: string; readonly png: string }

/** `view`: at least the ID of its diagram. */
export async function createShareLink(
  { service: { baseUrl }, key }: Pick<RunningTestService, 'service' | 'key'>,
  view: { readonly diagramId: string; readonly name?: string; readonly pinned?: boolean },
  choices: object = {},
): Promise<TestShareLink> {
  const response = await fetch(`${baseUrl}/api/share-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ view: { name: `View ${Math.random()}`, ...view }, ...choices }),
  })
  if (response.status !== 201) throw new Error(await response.text())
  const { data } = (await response.json()) as { data: CreatedShareLink }
  return { ...data, page: baseUrl + data.pageUrl, svg: baseUrl + data.svgUrl, png: baseUrl + data.pngUrl }
}
