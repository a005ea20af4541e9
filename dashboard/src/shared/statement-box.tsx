/** Shows JSON or commands verbatim, with a scroll bar for wide lines. */

export function StatementBox({ value, label = 'Text to copy' }: { readonly value: unknown; readonly label?: string }) {
  return (
    // Scrollable, so it must be focusable by keyboard.
    <pre className="statement" tabIndex={0} role="region" aria-label={label}>
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </pre>
  )
}
