/** JSON or commands to be read and copied: as they are, scrolling where they are wide. */

export function StatementBox({ value, label = 'Text to copy' }: { readonly value: unknown; readonly label?: string }) {
  return (
    // Scrolls, so the keyboard has to reach it.
    <pre className="statement" tabIndex={0} role="region" aria-label={label}>
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </pre>
  )
}
