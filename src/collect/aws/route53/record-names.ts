/** Finds the targets of records: the host names of aliases and CNAME records. */
import type { ResourceRecordSet } from '@aws-sdk/client-route-53'
import type { TypeSource } from '../../collector.ts'
import type { NameEntry, NameTable } from '../../references/name-table.ts'

export type RecordOfZone = { readonly zoneId: string; readonly record: ResourceRecordSet }

/** The maximum length of a chain of names. */
const mostSteps = 5

/** Returns the host names that a record points to, without the trailing dot. */
export function namesOfRecord({ AliasTarget, ResourceRecords, Type }: ResourceRecordSet): readonly string[] {
  const values = Type === 'CNAME' ? (ResourceRecords ?? []).map(({ Value }) => Value) : []
  return [AliasTarget?.DNSName, ...values].flatMap((name) => name?.replace(/\.$/, '') ?? [])
}

/**
 * The names of records and their targets. It refers to records by type name, because records point to resources of the
 * collectors that use it.
 */
export const recordNames: TypeSource<NameEntry> = {
  type: 'AWS::Route53::RecordSet',
  endsWithList: true,
  select: (item) => {
    const { record } = item as RecordOfZone
    const name = record.Name?.replace(/\.$/, '').toLowerCase()
    return namesOfRecord(record).map((id) => ({ name, id: id.toLowerCase() }))
  },
}

/** Returns the hosts behind a name through records of the account, including the name itself. */
export function hostsBehind(host: string, resourcesNamed: NameTable): readonly string[] {
  const hosts = new Set([host.toLowerCase()])
  let last: readonly string[] = [...hosts]
  for (let step = 0; step < mostSteps && last.length > 0; step += 1) {
    last = last.flatMap((name) => recordsNamed(name, resourcesNamed)).filter((id) => !hosts.has(id))
    for (const found of last) hosts.add(found)
  }
  return [...hosts]
}

/** Other names in the table are of resources. */
function recordsNamed(name: string, resourcesNamed: NameTable): readonly string[] {
  return resourcesNamed(name).flatMap(({ type, id }) => (type === recordNames.type ? [id] : []))
}
