/** Tests the time limit of requests to URLs of users. */
import { expect, test } from 'vitest'
import { startReceiver } from '../../test/support/receiver.ts'
import { openOutbound } from './outbound-request.ts'
import { noExceptions, parseOutboundAllow } from './outbound-rules.ts'

test('a host that never responds, and one that responds slowly, both end after 10 s', async () => {
  const receiver = await startReceiver()
  const outbound = openOutbound(parseOutboundAllow('127.0.0.1') ?? noExceptions)
  receiver.answer(({ url }, response) => {
    if (url === '/never') return
    response.writeHead(200)
    const drip = setInterval(() => response.write('z'), 200)
    response.on('close', () => clearInterval(drip))
  })
  const post = (path: string) =>
    outbound.post({ url: `${receiver.url}${path}`, headers: {}, body: '', signal: new AbortController().signal })
  const started = performance.now()
  const [never, slow] = await Promise.allSettled([post('/never'), post('/slow')])
  expect(performance.now() - started).toBeGreaterThan(9_500)
  expect(never).toMatchObject({ status: 'rejected', reason: { message: 'No complete response within 10 s.' } })
  expect(never).toMatchObject({ reason: { response: null } })
  expect(slow).toMatchObject({
    reason: {
      message: 'No complete response within 10 s.',
      response: { status: 200, body: expect.stringMatching(/^z+$/) },
    },
  })
  await receiver.close()
})
