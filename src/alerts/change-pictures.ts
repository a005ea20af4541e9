/** Draws the changes that an email tells of, from the base scan to the newest scan of each account and region. */
import type { PictureAnswer, PictureCaller, PictureRequest } from '../drawing/picture-request.ts'
import type { Store } from '../store/store.ts'
import { type AlertContent, placeText } from './alert-content.ts'
import type { ChangePicture } from './bodies/mail.ts'

/** Of one email. */
const mostPictures = 3
/** For all pictures of an email. One that has started may take longer. */
const timeoutMs = 30_000
/** Many mail servers refuse messages above 10 MB. */
const mostBytes = 2_000_000

export type PictureDependencies = {
  readonly store: Pick<Store, 'tenant'>
  readonly drawPicture: (request: PictureRequest, caller: PictureCaller) => Promise<PictureAnswer>
  readonly onError: (error: unknown) => void
}

/** Pictures that can't be drawn, or are too large, are left out. The message still has the changes in words. */
export async function changePictures(
  { store, drawPicture, onError }: PictureDependencies,
  organizationId: string,
  content: AlertContent,
  signal: AbortSignal,
): Promise<readonly ChangePicture[]> {
  const pictures: ChangePicture[] = []
  const timeout = AbortSignal.timeout(timeoutMs)
  const leaving = AbortSignal.any([signal, timeout])
  for (const { scanId, baseScanId, title } of comparisonsOf(content).slice(0, mostPictures)) {
    const diagramId = await store.tenant(organizationId, async ({ diagrams, scans }) => {
      // Deleted scans have no diagram.
      if ((await scans.find(baseScanId)) === null) return null
      const { items } = await diagrams.list({ scanId }, { limit: 1, after: null })
      return items[0]?.id ?? null
    })
    if (diagramId === null) continue
    const options = { ...pictureOptions, compare: { baseId: baseScanId, name: 'base' } }
    const answer = await drawPicture(
      { organizationId, diagramId, options },
      { leaving, halfClosed: neverAborts },
    ).catch((error: unknown) => {
      signal.throwIfAborted()
      onError(error)
      return null
    })
    if (answer?.kind !== 'drawn' || answer.bytes.length > mostBytes) continue
    pictures.push({ cid: `changes-${pictures.length + 1}@surveyor`, title, png: answer.bytes })
  }
  return pictures
}

const neverAborts = new AbortController().signal

const pictureOptions = {
  format: 'png',
  theme: 'light',
  scale: 1,
  part: 1,
  characterLimit: 0,
  detail: 'all',
  page: { focus: '', depth: null, tags: '', types: '', groupBy: null, collapse: null, direction: null },
  hide: [],
  fold: [],
  stamp: false,
  alone: null,
} as const

type Comparison = { readonly scanId: string; readonly baseScanId: string; readonly title: string }

/** One for each account and region: from the base of the first event to the scan of the last one. */
function comparisonsOf(content: AlertContent): readonly Comparison[] {
  const byPlace = new Map<string, Comparison>()
  for (const each of [content, ...content.entries]) {
    const { scanId, baseScanId, account, region } = each
    if (scanId === null || baseScanId === null || account === null) continue
    const key = JSON.stringify([account.id, region])
    const earlier = byPlace.get(key)
    const title = `Changes in ${placeText(each)}`
    byPlace.set(key, { scanId, baseScanId: earlier?.baseScanId ?? baseScanId, title })
  }
  return [...byPlace.values()]
}
