/** Writes the error message of a failed scan: the reason, and what to do. */
import { cutText } from '../collect/reading/cut-text.ts'
import type { TypeCoverage } from '../graph/resource-graph.ts'
import { isDiskFull } from '../store/disk-full.ts'

/** The maximum length of reasons. The coverage has them in full. */
const longestReasons = 1_000

export function nothingReadMessage(region: string, coverage: readonly TypeCoverage[]): string {
  const of = (status: TypeCoverage['status']) => coverage.filter((entry) => entry.status === status)
  const denied = of('denied')
  if (denied.length === coverage.length) {
    const [first] = denied
    return (
      `AWS denied every call in ${region}. First error: ${cutText(first?.reason ?? '', longestReasons)} ` +
      (denied.every(({ statement }) => statement === null)
        ? 'Ask the owner of that policy to allow the actions in the role template, then scan again.'
        : 'Update the IAM role with the current template, whose policy lists every action that a scan needs. Then scan again.')
    )
  }
  const reasons = [...new Set(coverage.flatMap(({ reason }) => reason ?? []))]
  return (
    `No resource type could be read in ${region}. ${cutText(reasons.slice(0, 3).join(' '), longestReasons)} ` +
    'See the coverage of this scan for each resource type, then scan again.'
  )
}

/** For a role that STS refused. `answer`: the STS message, for users. */
export function roleRefusedMessage(roleArn: string, answer: string): string {
  return `The IAM role ${roleArn} could not be assumed. ${answer}`
}

/** For an STS call that failed without a denial. The message doesn't name the role, since it isn't the cause. */
export function noSessionMessage(answer: string): string {
  return `STS returned no credentials. ${answer} Scan again.`
}

export function regionNotEnabledMessage(region: string, accountNumber: string): string {
  return (
    `The region ${region} is not enabled in account ${accountNumber}. ` +
    'Enable it under "AWS Regions" in the account settings and wait until it is active, or scan another region.'
  )
}

/** For an error inside the service. */
export function internalFailureMessage(error: unknown): string {
  return isDiskFull(error)
    ? "The database has no disk space left, so the scan couldn't be stored. Ask the operator to free some, then scan again."
    : 'The scan failed inside the service. Scan again.'
}
