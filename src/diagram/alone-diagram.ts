/** A diagram without links to other pages, for viewers who may see only this page. */
import type { Diagram, DiagramElement } from './diagram.ts'

export function aloneDiagram(diagram: Diagram, { hideAccountIds }: { readonly hideAccountIds: boolean }): Diagram {
  const alone = { ...diagram, elements: diagram.elements.map(withoutPage) }
  return hideAccountIds ? { ...withoutAccountIds(alone), accountId: '' } : alone
}

function withoutPage(element: DiagramElement): DiagramElement {
  return element.kind === 'node'
    ? { ...element, opens: null }
    : { ...element, opens: null, children: element.children.map(withoutPage) }
}

/** Also in ARNs, and in names such as those of buckets. Each account has a number, so that IDs of boxes stay distinct. */
function withoutAccountIds(diagram: Diagram): Diagram {
  const numbers = new Map<string, string>()
  const hidden = (accountId: string): string => {
    const known = numbers.get(accountId) ?? `XXXXXXXX${String(numbers.size + 1).padStart(4, '0')}`
    numbers.set(accountId, known)
    return known
  }
  // Text by text, because escapes in JSON end with digits.
  return JSON.parse(JSON.stringify(diagram), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/(?<![0-9])[0-9]{12}(?![0-9])/g, hidden) : value,
  ) as Diagram
}
