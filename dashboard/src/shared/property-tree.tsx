/** Properties as the provider names them, nested ones under their names. */

const mostItems = 200

export function PropertyTree({ value }: { readonly value: Readonly<Record<string, unknown>> | readonly unknown[] }) {
  const entries = Object.entries(value)
  return (
    <dl className="properties">
      {entries.slice(0, mostItems).map(([key, item]) => (
        <div key={key}>
          <dt>{Array.isArray(value) ? Number(key) + 1 : key}</dt>
          <dd>
            {isNested(item) ? Object.keys(item).length === 0 ? 'none' : <PropertyTree value={item} /> : plainText(item)}
          </dd>
        </div>
      ))}
      {entries.length > mostItems && <div>and {entries.length - mostItems} more</div>}
    </dl>
  )
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] {
  return typeof value === 'object' && value !== null
}

function plainText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
