/** What records lead to: the host names of aliases and canonical names. */
import type { ResourceRecordSet } from '@aws-sdk/client-route-53'
import type { TypeSource } from '../../collector.ts'
import type { NameEntry, NameTable } from '../../references/name-table.ts'

export type RecordOfZone = { readonly zoneId: string; readonly record: ResourceRecordSet }

/** Longer chains of names are nobody's. */
const mostSteps = 5

/** The host names that a record leads to, without the dot at their end. */
export function namesOfRecord({ AliasTarget, ResourceRecords, Type }: ResourceRecordSet): readonly string[] {
  const values = Type === 'CNAME' ? (ResourceRecords ?? []).map(({ Value }) => Value) : []
  return [AliasTarget?.DNSName, ...values].flatMap((name) => name?.replace(/\.$/, '') ?? [])
}

/** What each record's name leads to, for collectors that records lead to themselves. */
export const recordNames: TypeSource<NameEntry> = {
  type: 'AWS::Route53::RecordSet',
  endsWithList: true,
  select: (item) => {
    const { record } = item as RecordOfZone
    const name = record.Name?.replace(/\.$/, '').toLowerCase()
    return namesOfRecord(record).map((id) => ({ name, id: id.toLowerCase() }))
  },
}

/** The hosts that a name leads to by records of the account, the name itself first. */
export function hostsBehind(host: string, resourcesNamed: NameTable): readonly string[] {
  const hosts = new Set([host.toLowerCase()])
  let last: readonly string[] = [...hosts]
  for (let step = 0; step < mostSteps && last.length > 0; step += 1) {
    last = last.flatMap((name) => resourcesNamed(name).map(({ id }) => id)).filter((id) => !hosts.has(id))
    for (const found of last) hosts.add(found)
  }
  return [...hosts]
}
