/** Display names of AWS partitions. */

const partitionNames: Readonly<Record<string, string>> = {
  aws: 'Standard (aws)',
  'aws-cn': 'China (aws-cn)',
  'aws-us-gov': 'AWS GovCloud (US) (aws-us-gov)',
}

export function partitionName(partition: string): string {
  return partitionNames[partition] ?? partition
}
