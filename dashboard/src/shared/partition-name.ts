/** What people call the provider's partitions. */

const partitionNames: Readonly<Record<string, string>> = {
  aws: 'Standard (aws)',
  'aws-cn': 'China (aws-cn)',
  'aws-us-gov': 'GovCloud, United States (aws-us-gov)',
}

export function partitionName(partition: string): string {
  return partitionNames[partition] ?? partition
}
