/** Region options, of one partition if it is known. */
import type { SelectProps } from '@cloudscape-design/components/select'
import { regionsByPartition } from '../../../contract/region-codes.ts'

export function regionOptions(partition?: string): readonly SelectProps.Option[] {
  const codes =
    partition === undefined ? Object.values(regionsByPartition).flat() : (regionsByPartition[partition] ?? [])
  return codes.map((code) => ({ value: code, label: code }))
}
