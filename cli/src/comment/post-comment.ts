/** Keeps one comment of its kind in a pull request or merge request: creates, updates, and never adds a second one. */
import { SurveyorUnreachableError } from '../client/index.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { CommentTarget } from './comment-target.ts'
import { ForgeError, forgeList, forgeRequest } from './forge.ts'
import type { ForgeAccess } from './forge.ts'

export type CommentToPost = {
  /** The first line, which no other comment of the pull request has. */
  readonly marker: string
  /** Begins with the marker. */
  readonly text: string
  /** Whether to update an existing comment only. */
  readonly isQuiet: boolean
}

type Comment = { readonly id: number; readonly body: string; readonly author: Author }
type Author = { readonly id: number; readonly type?: string }

const maxAttempts = 4
const attemptDelayMs = 500

/** Returns the URL of the comment, or null if there is none. Throws a command error if it can't be posted. */
export async function postComment(
  target: CommentTarget,
  access: Omit<ForgeAccess, 'token'>,
  comment: CommentToPost,
): Promise<string | null> {
  const commenter = { target, access: { ...access, token: target.token } }
  try {
    const id = await post(commenter, comment)
    return id === null ? null : target.pageOf(id)
  } catch (error) {
    if (!(error instanceof ForgeError) && !(error instanceof SurveyorUnreachableError)) throw error
    throw new CommandError(exitCodes.unreachable, sentence(error, target))
  }
}

type Commenter = { readonly target: CommentTarget; readonly access: ForgeAccess }

async function post(commenter: Commenter, { marker, text, isQuiet }: CommentToPost): Promise<number | null> {
  for (let attempt = 1; ; attempt += 1) {
    const [kept, ...others] = await ownComments(commenter, marker)
    for (const { id } of others) await remove(commenter, id)
    if (kept === undefined && isQuiet) return null
    try {
      return await (kept === undefined ? create(commenter, marker, text) : update(commenter, kept.id, text))
    } catch (error) {
      // The next attempt looks for the comment first.
      const isUnclear = kept === undefined ? mayBeCreated(error) : isGone(error)
      if (!isUnclear || attempt === maxAttempts) throw error
      await new Promise((resolve) => void setTimeout(resolve, attemptDelayMs * attempt))
    }
  }
}

function mayBeCreated(error: unknown): boolean {
  return error instanceof SurveyorUnreachableError || (error instanceof ForgeError && error.status >= 500)
}

/** Another job, or a person, has removed the comment in the meantime. */
function isGone(error: unknown): boolean {
  return error instanceof ForgeError && error.status === 404
}

async function create(commenter: Commenter, marker: string, text: string): Promise<number> {
  const { target, access } = commenter
  const { content } = await forgeRequest(access, 'POST', target.comments.replace(/\?.*/, ''), { body: text })
  const id = idOf(content)
  // A job that runs at the same time may have created its comment before.
  const [first] = await ownComments(commenter, marker)
  if (first === undefined || first.id >= id) return id
  await remove(commenter, id)
  return update(commenter, first.id, text)
}

async function update({ target, access }: Commenter, id: number, text: string): Promise<number> {
  await forgeRequest(access, target.updateMethod, target.commentUrl(id), { body: text })
  return id
}

async function remove({ target, access }: Commenter, id: number): Promise<void> {
  await forgeRequest(access, 'DELETE', target.commentUrl(id)).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
}

/** The oldest first, as both forges list them. Comments of others don't count, even with the marker: their authors could edit them later. */
async function ownComments({ target, access }: Commenter, marker: string): Promise<readonly Comment[]> {
  const marked: Comment[] = []
  for await (const item of forgeList(access, target.comments)) {
    const { id, body, user, author } = item as { id: number; body: string | null; user?: Author; author?: Author }
    const by = user ?? author
    if (body?.startsWith(marker) === true && by !== undefined) marked.push({ id, body, author: by })
  }
  if (marked.length === 0) return []
  const me = await ownUser(target, access)
  return marked.filter(({ author }) => (me === null ? author.type === 'Bot' : author.id === me))
}

/** Null for tokens of GitHub apps, such as that of a workflow, which belong to no user. */
async function ownUser({ user }: CommentTarget, access: ForgeAccess): Promise<number | null> {
  try {
    const { content } = await forgeRequest(access, 'GET', user)
    return idOf(content)
  } catch (error) {
    // With a limit, nothing is known of the user. The own comment would look like that of another one.
    if (error instanceof ForgeError && error.status >= 400 && error.status < 500 && !error.isLimited) return null
    throw error
  }
}

function idOf(content: unknown): number {
  const id = typeof content === 'object' && content !== null && 'id' in content ? content.id : null
  if (typeof id === 'number') return id
  throw new ForgeError(200, 'The response has no ID')
}

function sentence(error: ForgeError | SurveyorUnreachableError, { name, permission }: CommentTarget): string {
  const start = `The comment on ${name} couldn't be posted:`
  if (error instanceof SurveyorUnreachableError) return `${start} ${error.message}`
  const reason = error.message === '' ? `status ${error.status}` : `${error.message} (status ${error.status})`
  if (error.isLimited) return `${start} ${reason}. The token has made too many requests. Try again later.`
  switch (error.status) {
    case 401:
    case 403:
      return `${start} ${reason}. The token must be allowed to comment (${permission}).`
    case 404:
      return `${start} ${reason}. It doesn't exist, or the token can't read it (${permission}).`
    default:
      return `${start} ${reason}.`
  }
}
