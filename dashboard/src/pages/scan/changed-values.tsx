/** The details of a change: the removed and added items of each property, one per line. */
import Button from '@cloudscape-design/components/button'
import { useState } from 'react'
import type { Comparison } from '../../session/comparison.ts'
import { formatCount } from '../../shared/resource-kind.ts'

type Detail = Comparison['changes'][number]['details'][number]

/** Lines shown per property until the user expands the list. */
const firstLines = 20

export function ChangedValues({ details }: { readonly details: readonly Detail[] }) {
  if (details.length === 0) return null
  return (
    <dl className="changed-values">
      {details.map((detail) => (
        <div key={detail.label}>
          <dt>{detail.label}</dt>
          <dd>
            <ChangedLines detail={detail} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ChangedLines({ detail: { removed, added } }: { readonly detail: Detail }) {
  const [isWhole, setWhole] = useState(false)
  const lines = [
    ...removed.map((text) => ({ Form: 'del' as const, sign: '−', text })),
    ...added.map((text) => ({ Form: 'ins' as const, sign: '+', text })),
  ]
  const shown = isWhole ? lines : lines.slice(0, firstLines)
  if (removed.length === 1 && added.length === 1) {
    return (
      <>
        <del>{removed[0]}</del> → <ins>{added[0]}</ins>
      </>
    )
  }
  return (
    <>
      <ul>
        {shown.map(({ Form, sign, text }, place) => (
          // Two lines can have the same text.
          <li key={`${Form} ${place}`}>
            <Form>
              {sign} {text}
            </Form>
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button variant="inline-link" onClick={() => setWhole(true)}>
          Show all {formatCount(lines.length)}
        </Button>
      )}
    </>
  )
}
