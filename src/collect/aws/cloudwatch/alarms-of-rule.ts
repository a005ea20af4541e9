/** Finds the names of alarms in the rule of a composite alarm. */

/** Alarms are arguments of state functions, by name or ARN: `ALARM("orders late") OR NOT OK(payments)`. */
export function alarmsOfRule(rule: string | undefined): readonly string[] {
  const functions = (rule ?? '').matchAll(
    /\b(?:ALARM|OK|INSUFFICIENT_DATA)\s*\(\s*(?:"([^"]+)"|'([^']+)'|([^)\s]+))\s*\)/g,
  )
  return [...functions].flatMap(([, double, single, bare]) => {
    const name = double ?? single ?? bare
    return name?.replace(/^arn:[^:]+:cloudwatch:[^:]*:[^:]*:alarm:/, '') ?? []
  })
}
