/** The changes of one resource: the removed and added items of each path, one per line. */
import Button from '@cloudscape-design/components/button'
import { useState } from 'react'
import type { Comparison } from '../../session/comparison.ts'
import { formatCount } from '../../shared/resource-kind.ts'
import { valueChanges } from './value-changes.ts'
import type { ValueChange } from './value-changes.ts'

/** Lines shown per path until the user expands the list. */
const firstLines = 20

export function ChangedValues({ changes }: { readonly changes: Comparison['changed'][number]['changes'] }) {
  return (
    <dl className="changed-values">
      {changes.flatMap(valueChanges).map((change) => (
        <div key={change.path}>
          <dt>{change.path}</dt>
          <dd>
            <ChangedLines change={change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ChangedLines({ change: { removed, added, note } }: { readonly change: ValueChange }) {
  const [isWhole, setWhole] = useState(false)
  const lines = [
    ...removed.map((text) => ({ Form: 'del' as const, sign: '−', text })),
    ...added.map((text) => ({ Form: 'ins' as const, sign: '+', text })),
  ]
  const shown = isWhole ? lines : lines.slice(0, firstLines)
  if (note !== null) return note
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
