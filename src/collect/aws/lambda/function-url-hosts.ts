/**
 * Provides the host names of function URLs. By type name, because functions wait for the host names of collectors that
 * use it. Functions have their own table of URLs: their list would wait for its own end.
 */
import type { HostEntry } from '../../references/host-table.ts'
import type { NameEntry } from '../../references/name-table.ts'
import type { TypeSource } from '../../collector.ts'
import { type DescribedFunction, urlHosts } from './function-access.ts'

const type = 'AWS::Lambda::Function'

export const functionUrlHosts: TypeSource<HostEntry> = {
  type,
  endsWithList: true,
  select: (item) => entriesOf(item).map(({ host, id }) => ({ host, id })),
}

/** For collectors that need other hosts earlier. */
export const functionUrlNames: TypeSource<NameEntry> = {
  type,
  endsWithList: true,
  select: (item) => entriesOf(item).map(({ host, id }) => ({ name: host, id })),
}

function entriesOf(item: unknown) {
  const { FunctionName: id, access } = item as DescribedFunction
  return urlHosts(access).map((host) => ({ host: host.toLowerCase(), id }))
}
