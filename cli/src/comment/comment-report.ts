/** The comment of a report: its text, and the mark by which the next run finds it. */
import { createHash } from 'node:crypto'
import { fetchFor, serviceUrl } from '../connection.ts'
import { isQuiet, markdownLimit, reportMarkdown } from '../report/markdown.ts'
import type { Report } from '../report/report.ts'
import type { CommonOptions, Session } from '../session.ts'
import type { CommentTarget } from './comment-target.ts'
import { postComment } from './post-comment.ts'

/** Posts or updates the comment of an account and its regions, or of a plan for them. Returns its URL, or null if nothing changed and there is none. */
export async function commentReport(
  { terminal, progress }: Session,
  target: CommentTarget,
  report: Report,
  options: CommonOptions & { readonly region: string },
  pictures: ReadonlyMap<string, string> = new Map(),
): Promise<string | null> {
  const marker = markerOf(report, options.region)
  const head = `${marker}\n## Surveyor${isOfPlan(report) ? ': plan' : ''}\n\n`
  const links = { serviceUrl: serviceUrl(options, terminal.environment), pictures }
  const text = `${head}${reportMarkdown(report, links, markdownLimit - head.length)}`
  const fetch = (await fetchFor(options.caFile, terminal.environment)) ?? globalThis.fetch
  const onRetry = (reason: string) => progress.note(`${target.name}: ${reason}`)
  const access = { fetch, retrySeconds: options.retryFor, onRetry }
  return postComment(target, access, { marker, text, isQuiet: report.scans.every(isQuiet) })
}

function isOfPlan({ scans }: Report): boolean {
  return scans.some(({ plan }) => plan !== undefined)
}

/** One for each account and set of regions, and another one for plans. It must not show the account in public repositories. */
function markerOf(report: Report, regions: string): string {
  const set = [...new Set(regions.split(',').map((region) => region.trim()))].toSorted()
  const digest = createHash('sha256')
    .update(JSON.stringify([report.scans[0]?.account.id, ...set, ...(isOfPlan(report) ? ['plan'] : [])]))
    .digest('hex')
  return `<!-- surveyor ${digest.slice(0, 16)} -->`
}
