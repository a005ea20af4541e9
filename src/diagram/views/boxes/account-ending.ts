/** Leaves the ID and region of the scanned account out at the end of names, where they say the same of all. */
import type { Diagram, DiagramElement } from '../../diagram.ts'
import { flattened } from './group.ts'

/** `logs-123456789012-eu-west-1` is `logs`, unless another box has that name. Descriptions have the full names. */
export function withoutAccountEndings(
  elements: readonly DiagramElement[],
  { accountId, region }: Pick<Diagram, 'accountId' | 'region'>,
): readonly DiagramElement[] {
  if (accountId === '' || region === '') return elements
  const endings = [`${accountId}-${region}`, `${region}-${accountId}`, accountId]
  const ending = new RegExp(`(?<=[\\w.])-(?:${endings.join('|')})(?![\\w.-])`, 'gu')
  const within = (text: string): string => text.replace(ending, '')
  const count = Map.groupBy(flattened(elements), ({ label }) => within(label))
  const shortened = (some: readonly DiagramElement[]): readonly DiagramElement[] =>
    some.map((element) => {
      const short = within(element.label)
      const isUnique = new Set(count.get(short)?.map(({ label }) => label)).size === 1
      const texts = { label: isUnique ? short : element.label, detail: within(element.detail) }
      return element.kind === 'node'
        ? { ...element, ...texts }
        : { ...element, ...texts, children: shortened(element.children) }
    })
  return shortened(elements)
}
