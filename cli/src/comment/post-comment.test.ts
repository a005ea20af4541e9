import { afterAll, expect, test } from 'vitest'
import { ForgeServer, gitHubError, otherUser, workflowBot } from '../../test/forge-server.ts'
import { commentTarget } from './comment-target.ts'
import { postComment } from './post-comment.ts'

const marker = '<!-- surveyor 0123456789abcdef -->'
const text = `${marker}\nNew`

// The tests run at the same time, because some wait between attempts.
const forges: ForgeServer[] = []
afterAll(() => Promise.all(forges.map((forge) => forge.close())))

async function startForge(): Promise<ForgeServer> {
  const forge = await ForgeServer.start()
  forges.push(forge)
  return forge
}

const environment = { SURVEYOR_COMMENT_TOKEN: 'forge-token' }

function post(
  url: string,
  options: { readonly isQuiet?: boolean; readonly text?: string; readonly retrySeconds?: number } = {},
) {
  const access = { fetch: globalThis.fetch, retrySeconds: options.retrySeconds ?? 0 }
  const comment = { marker, text: options.text ?? text, isQuiet: options.isQuiet ?? false }
  return postComment(commentTarget(url, environment), access, comment)
}

const bodies = (forge: ForgeServer) => forge.comments.map(({ body }) => body)

test.concurrent.each<[string, (forge: ForgeServer) => string, RegExp]>([
  ['GitHub', (forge) => forge.pullRequestUrl, /\/acme\/shop\/pull\/7#issuecomment-1001$/],
  ['GitLab', (forge) => forge.mergeRequestUrl, /\/acme\/platform\/shop\/-\/merge_requests\/7#note_1001$/],
])('%s: the first run creates the comment, later ones update it', async (_, urlOf, page) => {
  const forge = await startForge()
  const url = urlOf(forge)
  const created = await post(url)
  expect(created).toMatch(page)
  for (const next of ['Second', 'Third']) {
    await expect(post(url, { text: `${marker}\n${next}` })).resolves.toBe(created)
    expect(bodies(forge)).toEqual([`${marker}\n${next}`])
  }
  // GitLab has users for all of its tokens.
  forge.user = { ...workflowBot, type: 'User' }
  await expect(post(url)).resolves.toBe(created)
  expect(bodies(forge)).toEqual([text])
})

test.concurrent('without news, no comment is created, and an existing one is updated', async () => {
  const forge = await startForge()
  await expect(post(forge.pullRequestUrl, { isQuiet: true })).resolves.toBeNull()
  expect(forge.takeRequests()).toEqual(['GET /api/v3/repos/acme/shop/issues/7/comments?per_page=100'])
  const { id } = forge.add(`${marker}\nOld`)
  await expect(post(forge.pullRequestUrl, { isQuiet: true })).resolves.toContain(String(id))
  expect(bodies(forge)).toEqual([text])
})

test.concurrent('the comment is found on a later page', async () => {
  const forge = await startForge()
  for (let count = 0; count < 230; count += 1) forge.add(`Comment ${count}`, otherUser)
  forge.add(`${marker}\nOld`)
  for (let count = 0; count < 20; count += 1) forge.add(`Later ${count}`, otherUser)
  await post(forge.pullRequestUrl)
  expect(forge.comments).toHaveLength(251)
  expect(forge.comments[230]?.body).toBe(text)
})

test.concurrent('comments of others are left alone, even with the marker', async () => {
  const forge = await startForge()
  const foreign = [`${marker}\nAll is fine`, `Quoted: ${marker}`]
  forge.add(foreign[0] ?? '', otherUser)
  forge.add(foreign[1] ?? '')
  await post(forge.pullRequestUrl)
  expect(bodies(forge)).toEqual([...foreign, text])
  // The token of a person is not that of a bot.
  forge.user = { id: 8, login: 'alice', type: 'User' }
  await post(forge.pullRequestUrl)
  expect(forge.comments.map(({ author }) => author.login)).toEqual([
    'mallory',
    workflowBot.login,
    workflowBot.login,
    'alice',
  ])
})

test.concurrent('of several comments, the oldest stays', async () => {
  const forge = await startForge()
  const { id } = forge.add(`${marker}\nOne`)
  forge.add(`${marker}\nTwo`)
  await post(forge.pullRequestUrl)
  expect(forge.comments).toMatchObject([{ id, body: text }])
})

test.concurrent('jobs that run at the same time leave one comment', async () => {
  const forge = await startForge()
  const created = Array.from({ length: 5 }, (_, index) => post(forge.pullRequestUrl, { text: `${marker}\n${index}` }))
  await Promise.all(created)
  expect(forge.comments).toHaveLength(1)
  // A job that is overtaken between looking and creating.
  forge.comments.splice(0)
  const overtaken = await startForge()
  overtaken.onCreated = () => {
    overtaken.comments.unshift({ id: 1, body: `${marker}\nFaster`, author: workflowBot })
    overtaken.onCreated = () => {}
  }
  await post(overtaken.pullRequestUrl)
  expect(overtaken.comments).toMatchObject([{ id: 1, body: text }])
})

test.concurrent('a failed request is tried again, without a second comment if it took effect', async () => {
  const forge = await startForge()
  for (const isDone of [true, false]) {
    forge.comments.splice(0)
    let failures = 2
    forge.fault = ({ method }) =>
      method === 'POST' && failures-- > 0 ? { ...gitHubError(500, 'Server Error'), isDone } : null
    await post(forge.pullRequestUrl)
    expect([isDone, bodies(forge)]).toEqual([isDone, [text]])
  }
  const limited = { ...gitHubError(403, 'You have exceeded a secondary rate limit.'), headers: { 'retry-after': '0' } }
  for (const reply of [limited, { status: 502, headers: { 'retry-after': '0' } }]) {
    for (const failing of ['GET', 'PATCH']) {
      let failures = 1
      forge.fault = ({ method }) => (method === failing && failures-- > 0 ? reply : null)
      await expect(post(forge.pullRequestUrl, { retrySeconds: 5 })).resolves.toContain('#issuecomment-')
    }
  }
})

test.concurrent.each<[string, ForgeServer['fault'], RegExp]>([
  [
    'no permission',
    ({ method }) => (method === 'POST' ? gitHubError(403, 'Resource not accessible by integration') : null),
    /^The comment on pull request 7 of acme\/shop couldn't be posted: Resource not accessible by integration \(status 403\)\. The token must be allowed to comment \(in GitHub Actions: permissions: pull-requests: write\)\.$/,
  ],
  ['a bad token', () => gitHubError(401, 'Bad credentials'), /: Bad credentials \(status 401\)\. The token must be/],
  [
    'no pull request',
    () => gitHubError(404, 'Not Found'),
    /: Not Found \(status 404\)\. It doesn't exist, or the token/,
  ],
  [
    'a locked conversation',
    ({ method }) => (method === 'POST' ? gitHubError(410, 'Gone') : null),
    /: Gone \(status 410\)\.$/,
  ],
  ['an outage', ({ method }) => (method === 'POST' ? { status: 503 } : null), /: status 503\.$/],
])('%s is an error in words', async (_, fault, message) => {
  const forge = await startForge()
  forge.fault = fault
  await expect(post(forge.pullRequestUrl)).rejects.toMatchObject({
    exitCode: 4,
    message: expect.stringMatching(message),
  })
  expect(forge.comments).toEqual([])
})

test.concurrent('GitLab has its own words for a token without permission', async () => {
  const forge = await startForge()
  forge.fault = () => ({ status: 403, body: { error: 'insufficient_scope' } })
  await expect(post(forge.mergeRequestUrl)).rejects.toMatchObject({
    message:
      "The comment on merge request 7 of acme/platform/shop couldn't be posted: insufficient_scope (status 403). The token must be allowed to comment (in GitLab: a project access token with the role Reporter and the scope api).",
  })
})

test.concurrent('a comment that another job removed first is no error, other failures are', async () => {
  const forge = await startForge()
  for (const [status, outcome] of [
    [404, 'fulfilled'],
    [403, 'rejected'],
  ] as const) {
    forge.comments.splice(0)
    forge.add(`${marker}\nOne`)
    forge.add(`${marker}\nTwo`)
    forge.fault = ({ method }) => (method === 'DELETE' ? gitHubError(status, 'No') : null)
    const [result] = await Promise.allSettled([post(forge.pullRequestUrl)])
    expect([status, result.status]).toEqual([status, outcome])
  }
})

test.concurrent('a failure to read the own user is no reason for a second comment', async () => {
  const forge = await startForge()
  forge.add(`${marker}\nOld`)
  forge.fault = ({ path }) => (path.endsWith('/user') ? { status: 500 } : null)
  await expect(post(forge.pullRequestUrl)).rejects.toMatchObject({ exitCode: 4 })
  expect(forge.comments).toHaveLength(1)
})

test.concurrent('a forge that is not reachable is an error in words', async () => {
  await expect(post('http://127.0.0.1:1/acme/shop/pull/7')).rejects.toMatchObject({
    exitCode: 4,
    message: expect.stringMatching(
      /^The comment on pull request 7 of acme\/shop couldn't be posted: http:\/\/127\.0\.0\.1:1 can't be reached/,
    ),
  })
})

test.concurrent('a request is tried four times, and an error that is the fault of the request only once', async () => {
  const forge = await startForge()
  for (const [status, attempts] of [
    [500, 4],
    [499, 1],
  ] as const) {
    forge.takeRequests()
    forge.fault = ({ method }) => (method === 'POST' ? gitHubError(status, 'Failed') : null)
    await expect(post(forge.pullRequestUrl)).rejects.toMatchObject({ exitCode: 4 })
    expect(forge.takeRequests().filter((request) => request.startsWith('POST'))).toHaveLength(attempts)
  }
})

test.concurrent('a limit of requests is no reason for a second comment, and not taken for a missing permission', async () => {
  for (const reply of [
    { status: 429 },
    { ...gitHubError(403, 'You have exceeded a secondary rate limit.'), headers: { 'retry-after': '60' } },
    { ...gitHubError(403, 'API rate limit exceeded.'), headers: { 'x-ratelimit-remaining': '0' } },
  ]) {
    const forge = await startForge()
    forge.user = { id: 8, login: 'alice', type: 'User' }
    forge.add(`${marker}\nOld`)
    forge.fault = ({ path }) => (path.endsWith('/user') ? reply : null)
    await expect(post(forge.pullRequestUrl)).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(
        /\(status 4\d\d\)\. The token has made too many requests\. Try again later\.$|status 429\. The token has/,
      ),
    })
    expect(bodies(forge)).toEqual([`${marker}\nOld`])
  }
  const forge = await startForge()
  const left = { ...gitHubError(403, 'No'), headers: { 'x-ratelimit-remaining': '7' } }
  forge.fault = ({ method }) => (method === 'POST' ? left : null)
  await expect(post(forge.pullRequestUrl)).rejects.toThrow('The token must be allowed to comment')
})

test.concurrent('a comment that is removed while it is updated is created again', async () => {
  const forge = await startForge()
  forge.add(`${marker}\nOld`)
  forge.fault = ({ method }) => {
    if (method === 'PATCH') forge.comments.splice(0)
    return null
  }
  await post(forge.pullRequestUrl)
  expect(bodies(forge)).toEqual([text])
  forge.fault = ({ method }) => (method === 'PATCH' ? gitHubError(403, 'No') : null)
  forge.takeRequests()
  await expect(post(forge.pullRequestUrl)).rejects.toMatchObject({ exitCode: 4 })
  expect(forge.takeRequests().filter((request) => request.startsWith('PATCH'))).toHaveLength(1)
})

test.concurrent('pages are found behind a proxy, whatever address the forge has there', async () => {
  const forge = await startForge()
  for (let count = 0; count < 120; count += 1) forge.add(`Comment ${count}`, otherUser)
  forge.add(`${marker}\nOld`)
  forge.publicUrl = 'http://git.internal:8080'
  await post(forge.pullRequestUrl)
  expect(forge.comments).toHaveLength(121)
  expect(forge.comments[120]?.body).toBe(text)
})

test.concurrent.each<[string, ForgeServer['fault']]>([
  ['a sign-in page', ({ method }) => (method === 'GET' ? { status: 200 } : null)],
  ['an object instead of a list', ({ method }) => (method === 'GET' ? { status: 200, body: {} } : null)],
  ['a new comment without an ID', ({ method }) => (method === 'POST' ? { status: 201, body: {} } : null)],
  ['a new comment without a body', ({ method }) => (method === 'POST' ? { status: 201 } : null)],
])('%s is not taken for an answer of the forge', async (_, fault) => {
  const forge = await startForge()
  forge.fault = fault
  await expect(post(forge.pullRequestUrl)).rejects.toMatchObject({
    exitCode: 4,
    message: expect.stringMatching(/responds, but not with a list|The response has no ID/),
  })
  expect(forge.comments).toEqual([])
})

test.concurrent('an unreadable answer for the own user is no reason for a second comment', async () => {
  const forge = await startForge()
  forge.add(`${marker}\nOld`)
  forge.fault = ({ path }) => (path.endsWith('/user') ? { status: 200 } : null)
  await expect(post(forge.pullRequestUrl)).rejects.toMatchObject({ exitCode: 4 })
  expect(forge.comments).toHaveLength(1)
})

test.concurrent('the token is not sent to another server', async () => {
  const [forge, other] = [await startForge(), await startForge()]
  forge.fault = ({ method }) =>
    method === 'GET' ? { status: 200, body: [], headers: { link: `<${other.url}/next>; rel="next"` } } : null
  await post(forge.pullRequestUrl)
  expect(other.requests).toEqual([])
  // Not even by a path that looks like an address.
  const path = `${forge.url}//${new URL(other.url).host}/next`
  forge.fault = ({ method }) =>
    method === 'GET' ? { status: 200, body: [], headers: { link: `<${path}>; rel="next"` } } : null
  await post(forge.pullRequestUrl)
  expect(other.requests).toEqual([])
})

test.concurrent.each<[string, Record<string, string>, string]>([
  ['https://github.com/acme/shop/pull/7', {}, 'https://api.github.com/repos/acme/shop/issues/7/comments?per_page=100'],
  [
    'https://github.com/acme/shop/pull/7/files',
    {},
    'https://api.github.com/repos/acme/shop/issues/7/comments?per_page=100',
  ],
  [
    'https://git.acme.com/acme/shop/pull/7',
    {},
    'https://git.acme.com/api/v3/repos/acme/shop/issues/7/comments?per_page=100',
  ],
  [
    'https://acme.ghe.com/acme/shop/pull/7',
    { GITHUB_SERVER_URL: 'https://acme.ghe.com', GITHUB_API_URL: 'https://api.acme.ghe.com' },
    'https://api.acme.ghe.com/repos/acme/shop/issues/7/comments?per_page=100',
  ],
  [
    'https://github.com/acme/shop/pull/7',
    { GITHUB_SERVER_URL: 'https://acme.ghe.com', GITHUB_API_URL: 'https://api.acme.ghe.com' },
    'https://api.github.com/repos/acme/shop/issues/7/comments?per_page=100',
  ],
  [
    'https://gitlab.com/acme/shop/-/merge_requests/7',
    { CI_API_V4_URL: 'https://acme.com/gitlab/api/v4' },
    'https://gitlab.com/api/v4/projects/acme%2Fshop/merge_requests/7/notes?per_page=100&sort=asc&order_by=created_at',
  ],
  [
    'https://gitlab.com/acme/shop/-/merge_requests/7',
    {},
    'https://gitlab.com/api/v4/projects/acme%2Fshop/merge_requests/7/notes?per_page=100&sort=asc&order_by=created_at',
  ],
  [
    'https://acme.com/gitlab/acme/shop/-/merge_requests/7',
    { CI_API_V4_URL: 'https://acme.com/gitlab/api/v4' },
    'https://acme.com/gitlab/api/v4/projects/acme%2Fshop/merge_requests/7/notes?per_page=100&sort=asc&order_by=created_at',
  ],
])('the comments of %s', (url, further, comments) => {
  expect(commentTarget(url, { ...environment, ...further }).comments).toBe(comments)
})

test.concurrent.each([
  '7',
  'https://github.com/acme/shop',
  'https://github.com/acme/shop/issues/7',
  'https://gitlab.com/acme/shop',
])('%s is not an address of a pull request', (url) => {
  expect(() => commentTarget(url, environment)).toThrow(`"${url}" isn't the address of a pull request`)
})

test.concurrent('without a token, nothing is sent', () => {
  expect(() => commentTarget('https://github.com/acme/shop/pull/7', {})).toThrow(
    'Set SURVEYOR_COMMENT_TOKEN to a token that may comment on pull request 7 of acme/shop',
  )
})

test.concurrent('a token that is no header is not repeated', () => {
  const url = 'https://github.com/acme/shop/pull/7'
  for (const token of ['one\ntwo', 'one two', 'schlüssel']) {
    expect(() => commentTarget(url, { SURVEYOR_COMMENT_TOKEN: token })).toThrow(
      /^SURVEYOR_COMMENT_TOKEN must be one line without spaces\.$/,
    )
  }
  expect(commentTarget(url, { SURVEYOR_COMMENT_TOKEN: 'token\r\n' }).token).toBe('token')
})
