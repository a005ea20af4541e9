/** Lists the AWS regions that can be scanned, with their partitions. */
import { regionsByPartition } from './region-codes.ts'

/** The region of a create-scan request without one. */
export const defaultRegion = 'us-east-1'

const partitions = new Map(
  Object.entries(regionsByPartition).flatMap(([partition, codes]) => codes.map((code) => [code, partition] as const)),
)

/** Sorted. */
export const regions: readonly string[] = [...partitions.keys()].sort()

/** Returns the partition of a region, for example `aws-cn` for `cn-north-1`; `null` for an unknown region. */
export function partitionOf(region: string): string | null {
  return partitions.get(region) ?? null
}
