/** Shows properties under their AWS names, and resource IDs with the name of the resource. */

const maxItems = 200

export function PropertyTree({
  value,
  names,
}: {
  readonly value: Readonly<Record<string, unknown>> | readonly unknown[]
  /** Resource names by ID. */
  readonly names: ReadonlyMap<string, string>
}) {
  const entries = Object.entries(value)
  return (
    <dl className="properties">
      {entries.slice(0, maxItems).map(([key, item]) => (
        <div key={key}>
          <dt>{Array.isArray(value) ? Number(key) + 1 : key}</dt>
          <dd>
            {isNested(item) ? (
              Object.keys(item).length === 0 ? (
                'none'
              ) : (
                <PropertyTree value={item} names={names} />
              )
            ) : (
              plainText(item, names)
            )}
          </dd>
        </div>
      ))}
      {entries.length > maxItems && <div>and {entries.length - maxItems} more</div>}
    </dl>
  )
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] {
  return typeof value === 'object' && value !== null
}

function plainText(value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value !== 'string') return JSON.stringify(value)
  const name = names.get(value)
  return name === undefined || name === value ? value : `${name} (${value})`
}
