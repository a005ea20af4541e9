/** Finds the targets of records: the host names of aliases and CNAME records, and addresses. */
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

/** IPv4 addresses, which can be public ones of instances. */
function addressesOfRecord({ ResourceRecords = [], Type }: ResourceRecordSet): readonly string[] {
  return Type === 'A' ? ResourceRecords.flatMap(({ Value }) => Value ?? []) : []
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
    return [...namesOfRecord(record), ...addressesOfRecord(record)].map((id) => ({ name, id: id.toLowerCase() }))
  },
}

/** Returns the hosts and addresses behind a name through records of the account, including the name itself. */
export function hostsBehind(host: string, resourcesNamed: NameTable): readonly string[] {
  const hosts = new Set([host.toLowerCase()])
  let last: readonly string[] = [...hosts]
  for (let step = 0; step < mostSteps && last.length > 0; step += 1) {
    last = last.flatMap((name) => recordsNamed(name, resourcesNamed)).filter((id) => !hosts.has(id))
    for (const found of last) hosts.add(found)
  }
  return [...hosts]
}

/** The targets of the records of a name, otherwise of the nearest wildcard, which Route 53 returns as `\052.shop.example`. */
function recordsNamed(name: string, resourcesNamed: NameTable): readonly string[] {
  const labels = name.split('.')
  const wildcards = labels.slice(1).map((_, place) => ['\\052', ...labels.slice(place + 1)].join('.'))
  for (const candidate of [name, ...wildcards]) {
    // Other names in the table are of resources.
    const found = resourcesNamed(candidate).filter(({ type }) => type === recordNames.type)
    if (found.length > 0) return found.map(({ id }) => id)
  }
  return []
}
