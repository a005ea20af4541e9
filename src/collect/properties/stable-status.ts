/** The status of a resource without temporary changes: nightly backups, maintenance, scaling. */

/** The status that each returns to. Sources: the pages on the status of instances, clusters, tables and streams in the services' guides. */
const returnsTo: Readonly<Record<string, string>> = {
  'available, prep-for-resize': 'available',
  'available, resize-cleanup': 'available',
  'backing-up': 'available',
  maintenance: 'available',
  snapshotting: 'available',
  'storage-initialization': 'available',
  'storage-optimization': 'available',
  // Tables and streams whose capacity follows their use.
  UPDATING: 'ACTIVE',
}

export function stableStatus(status: string | undefined): string | undefined {
  return status === undefined ? undefined : (returnsTo[status] ?? status)
}
