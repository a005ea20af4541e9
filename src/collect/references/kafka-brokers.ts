/** Which MSK clusters the addresses of brokers belong to: these hold the cluster's name, which is not its identifier. */
import type { ResourceReference } from '../../graph/resource-graph.ts'
import type { Place } from './arn.ts'
import type { NameTable } from './name-table.ts'

/** Source: "Getting the bootstrap brokers for an Amazon MSK cluster", Amazon MSK Developer Guide. */
const broker = /\bb-\d+(?:-public)?\.([\w-]+)\.\w+\.c\d+\.kafka\.([\w-]+)\.amazonaws\.com/g

/** Of the scanned region; each once. */
export function clustersOfBrokers(
  text: string,
  { region, resourcesNamed }: Place & { readonly resourcesNamed: NameTable },
): readonly ResourceReference[] {
  const names = [...text.matchAll(broker)].flatMap(([, name = '', of]) => (of === region ? name : []))
  return [...new Set(names)].flatMap((name) => resourcesNamed(name).filter(({ type }) => type === 'AWS::MSK::Cluster'))
}
