/** Tests which pictures an email has: from the first base to the last scan of each place, few, and not too large. */
import { beforeEach, expect, test } from 'vitest'
import type { PictureAnswer, PictureRequest } from '../drawing/picture-request.ts'
import type { Tenant } from '../store/store.ts'
import type { AlertContent } from './alert-content.ts'
import { changePictures, type PictureDependencies } from './change-pictures.ts'
import { testMessage } from './describe-event.ts'

/** Only the queries that pictures need. The diagram of a scan has its ID. */
const tenant = {
  scans: { find: (id: string) => Promise.resolve(id === 'deleted' ? null : { id }) },
  diagrams: {
    list: ({ scanId }: { readonly scanId: string }) =>
      Promise.resolve({ items: scanId === 'without diagram' ? [] : [{ id: scanId }], hasMore: false }),
  },
} as unknown as Tenant

let requests: PictureRequest[]
let errors: unknown[]
beforeEach(() => {
  requests = []
  errors = []
})

const drawn = (size: number) => ({ kind: 'drawn', bytes: new Uint8Array(size) }) as unknown as PictureAnswer

function dependenciesWith(draw: (request: PictureRequest) => Promise<PictureAnswer>): PictureDependencies {
  return {
    store: { tenant: (_organization, work) => work(tenant) },
    drawPicture: (request) => {
      requests.push(request)
      return draw(request)
    },
    onError: (error) => void errors.push(error),
  }
}

const place = (name: string) => ({ id: name, alias: name, accountId: '123456789012' })
const entry = (name: string, baseScanId: string | null, scanId: string, region = 'us-east-1'): AlertContent => ({
  ...testMessage('x', null),
  account: place(name),
  region,
  scanId,
  baseScanId,
})
const digest = (...entries: readonly AlertContent[]): AlertContent => ({ ...testMessage('x', null), entries })
const { signal } = new AbortController()
const pictures = (content: AlertContent, draw = () => Promise.resolve(drawn(10))) =>
  changePictures(dependenciesWith(draw), 'organization', content, signal)
const compared = () => requests.map(({ diagramId, options }) => [options.compare?.baseId, diagramId])

test('a digest has one picture of each account and region, from its first base to its last scan', async () => {
  const content = digest(
    entry('a', '1', '2'),
    entry('b', '5', '6'),
    entry('a', '2', '3'),
    entry('a', '8', '9', 'eu-west-1'),
    // The end of a scan is no change.
    entry('a', null, '4'),
  )
  const made = await pictures(content)
  expect(compared()).toEqual([
    ['1', '3'],
    ['5', '6'],
    ['8', '9'],
  ])
  expect(made.map(({ cid }) => cid)).toEqual(['changes-1@surveyor', 'changes-2@surveyor', 'changes-3@surveyor'])
  expect(made[0]?.title).toBe('Changes in a (123456789012), us-east-1')
})

test('there are at most three pictures', async () => {
  expect(await pictures(digest(...['a', 'b', 'c', 'd'].map((name) => entry(name, '1', '2'))))).toHaveLength(3)
  expect(requests).toHaveLength(3)
})

test('pictures of deleted scans, above 2 MB, or that cannot be drawn are left out', async () => {
  expect(await pictures(digest(entry('a', 'deleted', '2'), entry('b', '1', 'without diagram')))).toEqual([])
  expect(requests).toEqual([])
  expect(await pictures(digest(entry('a', '1', '2')), () => Promise.resolve(drawn(2_000_001)))).toEqual([])
  expect(await pictures(digest(entry('a', '1', '2')), () => Promise.resolve(drawn(2_000_000)))).toHaveLength(1)
  expect(await pictures(digest(entry('a', '1', '2')), () => Promise.reject(new Error('no room')))).toEqual([])
  expect(errors).toEqual([new Error('no room')])
})

test('a worker that stops draws no further pictures', async () => {
  const stop = new AbortController()
  const draw = () => {
    stop.abort(new Error('stopped'))
    return Promise.reject(new Error('aborted'))
  }
  const content = digest(entry('a', '1', '2'), entry('b', '1', '2'))
  await expect(changePictures(dependenciesWith(draw), 'organization', content, stop.signal)).rejects.toThrow('stopped')
  expect(requests).toHaveLength(1)
  expect(errors).toEqual([])
})
