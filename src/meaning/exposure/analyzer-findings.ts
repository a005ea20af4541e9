/** Findings of IAM Access Analyzer: evidence for entries of the rules, and separate entries for what the rules don't evaluate. */
import { type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import { resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import type { ExposureRule } from '../../resource-types/resource-type.ts'
import type { Resource } from '../../graph/resource-graph.ts'
import type { Exposure, Opening, Outside } from './exposure.ts'
import { recordsOf, textOf } from './listed.ts'
import { type Case, unknownOpening } from './rule.ts'

const analyzerType = typePlaying('access analyzer')

/** What opens an entry that only a finding shows. */
export const analyzerFinding = 'IAM Access Analyzer finding'

type Finding = {
  readonly type: string
  readonly id: string
  readonly arn: string
  readonly from: Outside
  readonly principals: readonly string[]
  /** Of the principals. Empty for everyone. */
  readonly accounts: readonly string[]
  readonly actions: readonly string[]
  readonly condition: string | null
  readonly isArchived: boolean
}

/** An analyzer whose findings couldn't be read may have others. */
export function analyzerOpenings(each: Case): readonly Opening[] {
  return each.resource.partial === true ? [unknownOpening(each)] : []
}

/** The rules that evaluate policies and shares themselves. */
const judges: Readonly<Record<Outside, readonly ExposureRule[]>> = {
  internet: ['resource policy', 'function access', 'bucket access', 'public copy'],
  'other accounts': ['resource policy', 'function access', 'public copy'],
}

/** Adds the findings to their entries, and entries for findings that match none. */
export function withFindings(index: GraphIndex, own: readonly Exposure[]): readonly Exposure[] {
  const analyzer = index.ofType(analyzerType).find(({ properties }) => Array.isArray(properties['findings']))
  if (analyzer === undefined) return own
  const findings = findingsOf(analyzer)
  const byResource = Map.groupBy(findings, resourceKey)
  const seen = new Set<Finding>()
  const told = own.map((exposure): Exposure => {
    const { resource, kind, verdict } = exposure
    if (resource.id === null) return exposure
    const matching = (byResource.get(resourceKey({ type: resource.type, id: resource.id })) ?? []).filter((finding) =>
      isMatching(finding, exposure),
    )
    for (const finding of matching) seen.add(finding)
    const isJudged =
      (kind === 'policy' || kind === 'copy') &&
      verdict === 'open' &&
      resourceType(resource.type)?.exposedBy?.accessAnalyzer === true
    const words = matching.map(wordsOf)
    const differs = isJudged && coversCallers(analyzer, exposure) ? differenceOf(exposure, matching) : []
    const told = [...words, ...differs].join(' ')
    return told === '' ? exposure : { ...exposure, accessAnalyzer: told }
  })
  const isUnknown = new Set(own.filter(({ verdict }) => verdict === 'unknown').map(({ resource }) => keyOf(resource)))
  const rest = findings
    .filter((finding) => !seen.has(finding))
    .map((finding) => findingExposure(index, analyzer, finding, isUnknown))
  return [...told, ...rest]
}

/** What the analyzer should have found and didn't. */
function differenceOf({ accounts = [] }: Exposure, matching: readonly Finding[]): readonly string[] {
  if (matching.length === 0)
    return ['IAM Access Analyzer has no such finding, so its result differs from this verdict.']
  const found = new Set(matching.flatMap((finding) => finding.accounts))
  const missing = accounts.filter((account) => found.size > 0 && !found.has(account))
  return missing.length === 0
    ? []
    : [`IAM Access Analyzer has no finding for ${missing.join(', ')}, so its result differs from this verdict.`]
}

function findingsOf(analyzer: Resource): readonly Finding[] {
  return recordsOf(analyzer, 'findings').map(({ type, id, arn, actions, condition, ...others }) => {
    const principals = Array.isArray(others['principals']) ? others['principals'].map(textOf) : []
    const isPublic = others['public'] === true
    return {
      type: textOf(type),
      id: textOf(id),
      arn: textOf(arn),
      from: isPublic ? 'internet' : 'other accounts',
      principals,
      accounts: isPublic ? [] : [...new Set(principals.flatMap(accountOf))].toSorted(),
      actions: Array.isArray(actions) ? actions.map(textOf) : [],
      condition: typeof condition === 'string' ? condition : null,
      isArchived: others['archived'] === true,
    }
  })
}

/** The account of an ARN, or the ID itself. Canonical users and federated principals have none. */
function accountOf(principal: string): readonly string[] {
  const account = principal.startsWith('arn:') ? (principal.split(':')[4] ?? '') : principal
  return /^\d{12}$/u.test(account) ? [account] : []
}

/** Access of everyone under a condition isn't public for AWS. */
function isMatching({ from, accounts }: Finding, exposure: Exposure): boolean {
  if (exposure.kind === 'network') return false
  const named = exposure.accounts
  if (named !== undefined && accounts.length > 0) return accounts.some((account) => named.includes(account))
  return exposure.from === from || exposure.verdict === 'conditional'
}

/** An organization's analyzer has no findings of access from its own accounts. */
function coversCallers({ properties }: Resource, { from }: Exposure): boolean {
  return from === 'internet' || properties['analyzerType'] === 'ACCOUNT'
}

function wordsOf({ from, principals, actions, condition, isArchived }: Finding): string {
  const status = isArchived ? 'an archived finding' : 'an active finding'
  const who = from === 'internet' ? 'public access' : `access by ${principals.join(', ') || 'others'}`
  const what = actions.length === 0 ? '' : ` (${actions.join(', ')})`
  return `IAM Access Analyzer has ${status}: ${who}${what}${condition === null ? '' : `, ${condition}`}.`
}

/** Without an entry for all or this one of its type, the scan's own verdict is that such callers have no access. */
function findingExposure(
  index: GraphIndex,
  analyzer: Resource,
  finding: Finding,
  isUnknown: ReadonlySet<string>,
): Exposure {
  const { type, id, arn, from, accounts, condition } = finding
  const found = index.find({ type, id })
  const rule = resourceType(type)?.exposedBy?.rule
  const isKnown = [id, null].every((each) => !isUnknown.has(keyOf({ type, id: each })))
  const differs = found?.presence === 'read' && isKnown && rule !== undefined && judges[from]?.includes(rule) === true
  const words = wordsOf(finding)
  return {
    resource: { type, id, arn, name: found?.name ?? null },
    kind: 'policy',
    from,
    ...(accounts.length > 0 && { accounts }),
    by: analyzerFinding,
    protocol: null,
    ports: null,
    verdict: differs ? 'unknown' : condition === null ? 'open' : 'conditional',
    condition: differs ? null : condition,
    path: [
      { type: analyzer.type, id: analyzer.id, evidence: words },
      { type, id, evidence: 'is the resource of the finding' },
    ],
    unknownBecause: differs ? [{ type, action: null, reason: differenceReason }] : [],
    accessAnalyzer: differs ? `${words} ${differenceReason}` : words,
  }
}

const differenceReason =
  'The scan found no such access. Findings may be up to 30 minutes older than the resource, or the policy grants it in a way that scans do not evaluate.'

function keyOf({ type, id }: { readonly type: string; readonly id: string | null }): string {
  return JSON.stringify([type, id])
}
