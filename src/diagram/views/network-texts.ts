/** How a network is called, and which addresses it has. */
import type { Resource } from '../../graph/resource-graph.ts'
import type { DiagramGroup } from '../diagram.ts'
import { displayName } from './graph-index.ts'

export function networkTexts(network: Resource | null): Pick<DiagramGroup, 'label' | 'detail' | 'description'> {
  if (network === null) {
    const label = 'Network not known'
    return { label, detail: 'its subnets could not be read', description: label }
  }
  const name = displayName(network)
  const isDefault = network.properties['isDefault'] === true
  const label = name === network.id && isDefault ? 'Default network' : name
  const blocks = network.properties['cidrBlocks']
  const cidrs = Array.isArray(blocks) ? blocks.filter((block) => typeof block === 'string') : []
  const detail =
    network.presence === 'read'
      ? [cidrs[0] ?? '', cidrs.length > 1 ? `and ${cidrs.length - 1} more` : ''].filter((part) => part !== '').join(' ')
      : network.presence === 'external'
        ? 'outside this scan'
        : 'could not be read'
  return { label, detail, description: [label, `Network ${network.id}`, cidrs.join(', ')].filter(Boolean).join('\n') }
}
