/**
 * Returns the part of an ARN after a resource prefix: `app/web/50dc6c495c0c9188` for
 * `…:loadbalancer/app/web/50dc6c495c0c9188`.
 */
export function arnSuffix(arn: string | undefined, prefix: string): string | undefined {
  const start = arn?.indexOf(prefix) ?? -1
  return start < 0 ? undefined : arn?.slice(start + prefix.length)
}
