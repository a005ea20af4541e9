/** Name and addresses of a VPC. */
import type { Resource } from '../../../graph/resource-graph.ts'
import type { DiagramGroup } from '../../diagram.ts'
import { displayName, textProperty } from '../../../graph/graph-index.ts'

/** `isHidden`: if `network` is `null`, its VPC is known but not selected. */
export function networkTexts(
  network: Resource | null,
  isHidden: boolean,
): Pick<DiagramGroup, 'label' | 'detail' | 'description'> {
  if (network === null) {
    const label = isHidden ? 'VPCs not selected' : 'Unknown VPC'
    const detail = isHidden ? 'outside this selection' : "its subnets couldn't be read"
    return { label, detail, description: label }
  }
  const name = displayName(network)
  const isDefault = network.properties['isDefault'] === true
  const label = name === network.id && isDefault ? 'Default VPC' : name
  const blocks = network.properties['cidrBlocks']
  const cidrs = Array.isArray(blocks) ? blocks.filter((block) => typeof block === 'string') : []
  const [first = '', ...more] = cidrs
  const detail =
    network.presence === 'read'
      ? `${first}${more.length === 0 ? '' : ` and ${more.length} more`}`
      : network.presence === 'external'
        ? 'outside this scan'
        : "couldn't be read"
  return { label, detail, description: [label, `VPC ${network.id}`, cidrs.join(', ')].filter(Boolean).join('\n') }
}

/** Longer names of subnets would be cut, often where they differ. */
const longestName = 26

/**
 * Names of subnets, or of other parts of a VPC. If one of them is too long, without what stands elsewhere: the words that the
 * VPC's name begins with as well, the word for a subnet, and the Availability Zone at the end. Descriptions have the full
 * names.
 */
export function labelsInVpc(network: Resource | null, parts: readonly Resource[]): (part: Resource) => string {
  const names = parts.map(displayName)
  if (names.every((name) => name.length <= longestName)) return displayName
  const vpcName = network?.name ?? ''
  const prefix = sharedWords(vpcName, names) || sharedWords(vpcName.replace(/[-_. ]?vpc$/iu, ''), names)
  return (subnet) => {
    const name = displayName(subnet)
    const own = prefix !== '' && beginsWith(name, prefix) ? name.slice(prefix.length).replace(subnetWord, '') : name
    const zone = textProperty(subnet, 'availabilityZone')
    const inZone = zone !== '' && own.endsWith(zone) ? own.slice(0, -zone.length).replace(/[-_./: ]+$/u, '') : own
    return [inZone, own].find((text) => /\p{L}/u.test(text)) ?? name
  }
}

/** What subnets for the same purpose in other Availability Zones are called too: `app` for `app-a`, `app-1`, and `app-eu-west-1a`. */
export function purposeOf(label: string, zone: string): string {
  const letter = zone.slice(-1)
  const isOfZone = zone !== '' && label.endsWith(zone)
  const withoutZone = isOfZone ? label.slice(0, -zone.length) : label
  const ending = letter === '' ? /[-_./: ]*\d+$/u : new RegExp(`[-_./: ]+(?:\\d?${letter})$|[-_./: ]*\\d+$`, 'iu')
  return withoutZone.replace(ending, '').replace(/[-_./: ]+$/u, '') || label
}

/** With the separators around it. */
const subnetWord = /^[-_./: ]+(?:(?:subnet|snet|sn)[-_./: ]+)?/iu

/** The words at the beginning of the VPC's name with which all names begin that have the first of them. */
function sharedWords(vpcName: string, names: readonly string[]): string {
  const words = vpcName.split(/(?<=[^-_./: ])(?=[-_./: ])/u)
  const similar = names.filter((name) => beginsWith(name, words[0] ?? ''))
  const prefixes = words.map((_, position) => words.slice(0, position + 1).join(''))
  return prefixes.findLast((prefix) => similar.every((name) => beginsWith(name, prefix))) ?? ''
}

/** With all of its last word. */
function beginsWith(name: string, words: string): boolean {
  return name.startsWith(words) && /^[-_./: ]/u.test(name.slice(words.length))
}
