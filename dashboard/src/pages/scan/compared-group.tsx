/** One resource of a comparison, or several of a type with the same change: their number, the change, and a list to expand. */
import Button from '@cloudscape-design/components/button'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { compareNames, nameOf, nameRange } from '../../../../contract/alike-changes.ts'
import type { Comparison } from '../../session/comparison.ts'
import { counted, kindName, kindNamePlural } from '../../shared/resource-kind.ts'
import { ComparedResource } from './compared-resource.tsx'

type Resource = Comparison['added'][number]

export function ComparedGroup({
  resources,
  children,
  ...scans
}: {
  readonly resources: readonly Resource[]
  /** The scan with these resources. */
  readonly scanId: string
  /** The two scans, for the diagram of the changes. */
  readonly map: { readonly scanId: string; readonly base: string }
  readonly children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = resources
  if (first === undefined) return null
  if (others.length === 0) {
    return (
      <ComparedResource resource={first} {...scans}>
        {children}
      </ComparedResource>
    )
  }
  const kinds = counted(resources.length, kindName(first.type), kindNamePlural(first.type))
  return (
    <li>
      <div className="comparison-names">
        {kinds} ({nameRange(resources)})
      </div>
      <div>{children}</div>
      <Button variant="inline-link" ariaExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide' : 'Show'} all {kinds}
      </Button>
      {isOpen && (
        <ul className="comparison" aria-label={kinds}>
          {resources.toSorted(byName).map((resource) => (
            <ComparedResource key={resource.id} resource={resource} {...scans} />
          ))}
        </ul>
      )}
    </li>
  )
}

function byName(left: Resource, right: Resource): number {
  return compareNames(nameOf(left), nameOf(right))
}
