/** The AWS regions that can be scanned, and the partition of each. */
import { regionsByPartition } from './region-codes.ts'

/** The region of a create-scan request that names none. */
export const defaultRegion = 'us-east-1'

const partitions = new Map(
  Object.entries(regionsByPartition).flatMap(([partition, codes]) => codes.map((code) => [code, partition] as const)),
)

/** Sorted. */
export const regions: readonly string[] = [...partitions.keys()].sort()

/** The partition of a region code, e.g. `aws-cn` of `cn-north-1`; `null` when there is no such region. */
export function partitionOf(region: string): string | null {
  return partitions.get(region) ?? null
}
