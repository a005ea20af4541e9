import { expect, test } from 'vitest'
import type { PictureAnswer, PictureCaller, PictureRequest } from '../drawing/picture-request.ts'
import { sharedDrawings } from './draw-shared.ts'
import type { Shared } from './find-shared.ts'
import { readShareRequest } from './share-request.ts'

/** Requests that wait until they are answered, in order. */
function drawings() {
  const started: {
    readonly request: PictureRequest
    readonly caller: PictureCaller
    readonly answer: (answer: PictureAnswer) => void
  }[] = []
  const draw = sharedDrawings({
    drawPicture: (request, caller) => new Promise((answer) => started.push({ request, caller, answer })),
  })
  return { started, draw }
}

const shared = (diagramId: string, organizationId = 'one') =>
  ({
    organizationId,
    diagramId,
    link: { hideAccountIds: false },
    view: { options: { hide: ['gap'], fold: ['a'], collapse: 'few' } },
    compare: null,
  }) as unknown as Shared
const svg = readShareRequest('token.svg', {})
const picture = (text: string): PictureAnswer => ({
  kind: 'drawn',
  bytes: Buffer.from(text),
  mediaType: 'image/svg+xml',
})
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('draws one diagram at a time, in turn with those of no other user', async () => {
  const { started, draw } = drawings()
  const all = Promise.all(['a', 'b'].map((id) => draw(shared(id), svg)))
  await settled()
  expect(started).toHaveLength(1)
  expect(started[0]?.caller.turn).toBe('share links')
  expect(started[0]?.request.options).toMatchObject({
    hide: ['gap'],
    fold: ['a'],
    page: { collapse: 2 },
    alone: { hideAccountIds: false },
  })
  started[0]?.answer(picture('first'))
  await settled()
  expect(started).toHaveLength(2)
  started[1]?.answer(picture('second'))
  const etags = (await all).map((drawn) => (typeof drawn === 'string' ? drawn : drawn.etag))
  expect(new Set(etags).size).toBe(2)
})

test('concurrent and later requests for the same picture share one drawing', async () => {
  const { started, draw } = drawings()
  const both = Promise.all([draw(shared('a'), svg), draw(shared('a'), svg)])
  await settled()
  started[0]?.answer(picture('once'))
  const [first, second] = await both
  expect(first).toBe(second)
  expect(await draw(shared('a'), svg)).toBe(first)
  // The scale is an option of PNG alone.
  expect(await draw(shared('a'), readShareRequest('token.svg', { scale: '2' }))).toBe(first)
  expect(started).toHaveLength(1)
  void draw(shared('a', 'another organization'), svg)
  await settled()
  expect(started).toHaveLength(2)
})

test('a refusal is not cached: without the diagram it is missing, and with a full queue it is busy', async () => {
  const { started, draw } = drawings()
  for (const [code, outcome] of [
    ['NOT_FOUND', 'missing'],
    ['CONFLICT', 'busy'],
  ] as const) {
    const drawn = draw(shared('a'), svg)
    await settled()
    started.at(-1)?.answer({ kind: 'refused', code, message: 'Refused.' })
    expect(await drawn).toBe(outcome)
  }
  expect(started).toHaveLength(2)
})

test('21 waiting diagrams of an organization are too many, and another organization waits for two of them at most', async () => {
  const { started, draw } = drawings()
  const first = Array.from({ length: 21 }, (_, number) => draw(shared(String(number)), svg))
  await settled()
  expect(await draw(shared('one more'), svg)).toBe('busy')
  const other = draw(shared('theirs', 'two'), svg)
  // The first is drawn, the second follows, and then the other organization's.
  for (const position of [0, 1, 2]) {
    started[position]?.answer(picture(String(position)))
    await settled()
  }
  expect(typeof (await other)).toBe('object')
  expect(started[2]?.request.organizationId).toBe('two')
  expect(first).toHaveLength(21)
})
