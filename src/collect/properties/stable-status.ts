/** Replaces temporary statuses, such as those of backups, maintenance, and scaling, by the stable status. */

/**
 * The stable status after each temporary one. Sources: the status pages of instances, clusters, tables, and streams in
 * the services' guides.
 */
const returnsTo: Readonly<Record<string, string>> = {
  'available, prep-for-resize': 'available',
  'available, resize-cleanup': 'available',
  'backing-up': 'available',
  maintenance: 'available',
  snapshotting: 'available',
  'storage-initialization': 'available',
  'storage-optimization': 'available',
  // Tables and streams change to this status when their capacity scales.
  UPDATING: 'ACTIVE',
}

export function stableStatus(status: string | undefined): string | undefined {
  return status === undefined ? undefined : (returnsTo[status] ?? status)
}
