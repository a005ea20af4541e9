import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { listenOn } from './channel-listener.ts'

const url = inject('databaseUrl')
const administrator = new Client({ connectionString: url })
beforeAll(() => administrator.connect())
afterAll(() => administrator.end())

let count = 0

async function listening() {
  const application_name = `listener ${process.pid} ${(count += 1)}`
  const heard: (readonly [string, string])[] = []
  const starts: number[] = []
  const stop = await listenOn({
    url,
    application_name,
    channels: [`${application_name} one`, `${application_name} "two"`],
    onNotification: (channel, payload) => heard.push([channel.slice(application_name.length + 1), payload]),
    onListening: () => starts.push(starts.length),
  })
  onTestFinished(stop)
  const notify = (channel: string, payload: string) =>
    administrator.query('select pg_notify($1, $2)', [`${application_name} ${channel}`, payload])
  return { application_name, heard, starts, stop, notify }
}

async function sessionsOf(applicationName: string): Promise<readonly number[]> {
  const { rows } = await administrator.query<{ pid: number }>(
    'select pid from pg_stat_activity where application_name = $1',
    [applicationName],
  )
  return rows.map(({ pid }) => pid)
}

test('hears each notification of its channels in order, and no others', async () => {
  const { heard, starts, notify } = await listening()
  expect(starts).toEqual([0])
  await notify('one', 'first')
  await notify('three', 'another channel')
  await notify('"two"', 'second')
  await notify('one', '')
  await expect
    .poll(() => heard)
    .toEqual([
      ['one', 'first'],
      ['"two"', 'second'],
      ['one', ''],
    ])
})

test('listens again with one new connection after it breaks, and says so', async () => {
  const { application_name, heard, starts, notify } = await listening()
  for (const round of [1, 2]) {
    const [session] = await sessionsOf(application_name)
    await administrator.query('select pg_terminate_backend($1)', [session])
    await expect.poll(() => starts).toHaveLength(round + 1)
    expect(await sessionsOf(application_name)).toEqual([expect.any(Number)])
    await notify('one', `after ${round}`)
    await expect.poll(() => heard.at(-1)).toEqual(['one', `after ${round}`])
  }
})

test('leaves no connection when it stops, also while it connects again', async () => {
  const stopped = await listening()
  await stopped.stop()
  await expect.poll(() => sessionsOf(stopped.application_name)).toEqual([])
  expect(stopped.starts).toEqual([0])

  const broken = await listening()
  const [session] = await sessionsOf(broken.application_name)
  await administrator.query('select pg_terminate_backend($1)', [session])
  await broken.stop()
  await expect.poll(() => sessionsOf(broken.application_name)).toEqual([])
})

test('fails if the first connection fails, and leaves none', async () => {
  const other = new URL(url)
  other.pathname = '/none'
  const application_name = `listener ${process.pid} none`
  const failing = { url: other.href, application_name, channels: ['one'], onNotification: () => undefined }
  await expect(listenOn(failing)).rejects.toThrow('database "none" does not exist')
  await expect(listenOn({ ...failing, url, channels: [''] })).rejects.toThrow('zero-length')
  await expect.poll(() => sessionsOf(application_name)).toEqual([])
})
