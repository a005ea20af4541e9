/** Why a scan that could read nothing failed, and what to do about it. */
import type { TypeCoverage } from '../graph/resource-graph.ts'

export function nothingReadMessage(region: string, coverage: readonly TypeCoverage[]): string {
  const of = (status: TypeCoverage['status']) => coverage.filter((entry) => entry.status === status)
  const denied = of('denied')
  if (denied.length === coverage.length) {
    const [first] = denied
    return (
      `Nothing could be read in ${region}: every call was denied. The first: ${first?.reason ?? ''} ` +
      (denied.every(({ statement }) => statement === null)
        ? 'Whoever owns that policy has to allow the actions of the role template; then scan again.'
        : 'Update the role with the current template (its policy lists every action a scan needs), then scan again.')
    )
  }
  const reasons = [...new Set(coverage.flatMap(({ reason }) => reason ?? []))]
  return (
    `Nothing could be read in ${region}. ${reasons.slice(0, 3).join(' ')} ` +
    'See the coverage of this scan for each resource type, then scan again.'
  )
}

/** `answer`: what STS said instead, for people. */
export function roleNotAssumedMessage(roleArn: string, answer: string): string {
  return `Nothing could be read: the role ${roleArn} could not be assumed. ${answer}`
}

export function regionNotEnabledMessage(region: string, accountNumber: string): string {
  return (
    `The region ${region} is not enabled in account ${accountNumber}. ` +
    'Enable it under "AWS Regions" of the account settings and wait until it is active, or scan another region.'
  )
}
