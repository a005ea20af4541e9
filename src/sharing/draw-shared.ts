/** Draws what a share link shows. Pictures of unchanged scans are cached, and concurrent requests share one drawing. */
import { createHash } from 'node:crypto'
import type { DiagramLayer } from '../../contract/diagram.ts'
import type { ViewOptions } from '../../contract/saved-view.ts'
import type { ApiDependencies } from '../api/api-dependencies.ts'
import { pageOf } from '../api/page-selection.ts'
import { createFairTurns } from '../drawing/fair-turns.ts'
import type { PictureOptions } from '../drawing/picture-request.ts'
import { createDrawnCache, type Drawn } from './drawn-cache.ts'
import type { Shared } from './find-shared.ts'
import type { ShareRequest } from './share-request.ts'

/** One drawing at a time, so that users wait at most for one. Organizations take turns. */
const drawingsAtOnce = 1
/** Of one organization. */
const mostWaiting = 20
const patienceMs = 30_000
const mostCachedBytes = 32 * 1024 * 1024

/** `missing`: the diagram doesn't have what the view shows. */
export type Drawing = Drawn | 'missing' | 'busy'

export function sharedDrawings({
  drawPicture,
}: Pick<ApiDependencies, 'drawPicture'>): (shared: Shared, request: ShareRequest) => Promise<Drawing> {
  const cache = createDrawnCache(mostCachedBytes)
  const turns = createFairTurns(drawingsAtOnce)
  const running = new Map<string, Promise<Drawing>>()
  /** Others may wait for the same drawing, so it goes on when its first caller disconnects. */
  const { signal: never } = new AbortController()

  async function draw({ organizationId, diagramId }: Shared, options: PictureOptions): Promise<Drawing> {
    if (turns.waitingOf(organizationId) >= mostWaiting) return 'busy'
    const giveBack = await turns.take(organizationId, AbortSignal.timeout(patienceMs)).catch(() => null)
    if (giveBack === null) return 'busy'
    try {
      const caller = { leaving: never, halfClosed: never, turn: 'share links' }
      const answer = await drawPicture({ organizationId, diagramId, options }, caller)
      if (answer.kind === 'refused') return answer.code === 'CONFLICT' ? 'busy' : 'missing'
      const { bytes, mediaType } = answer
      return { bytes, mediaType, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
    } finally {
      giveBack()
    }
  }

  return async (shared, request) => {
    const options = optionsOf(shared, request)
    const key = JSON.stringify([shared.organizationId, shared.diagramId, options])
    const known = cache.get(key) ?? running.get(key)
    if (known !== undefined) return known
    const drawing = draw(shared, options)
    running.set(key, drawing)
    try {
      const drawn = await drawing
      if (typeof drawn !== 'string') cache.set(key, drawn)
      return drawn
    } finally {
      running.delete(key)
    }
  }
}

function optionsOf({ view, link, compare }: Shared, { format, theme, scale, stamp }: ShareRequest): PictureOptions {
  const { hide = [], fold = [] } = view.options
  return {
    format,
    theme,
    scale: format === 'png' ? scale : 1,
    stamp,
    part: 1,
    characterLimit: 50_000,
    detail: 'summary',
    page: pageOf(view.options as ViewOptions),
    hide: hide as readonly DiagramLayer[],
    fold,
    compare,
    alone: { hideAccountIds: link.hideAccountIds },
  }
}
