/** Whether the policy of a resource opens it to everybody. The policy itself is not kept. */

type Statement = { readonly Effect?: unknown; readonly Principal?: unknown; readonly Condition?: unknown }

/** A statement for everybody under a condition is narrower than that: whom it leaves is not judged. */
export function opensToEverybody(policy: string | undefined): boolean {
  const { Statement: given = [] } = JSON.parse(policy || '{}') as { readonly Statement?: Statement | Statement[] }
  return [given]
    .flat()
    .some(({ Effect, Principal, Condition }) => Effect === 'Allow' && Condition === undefined && isEverybody(Principal))
}

function isEverybody(principal: unknown): boolean {
  if (typeof principal !== 'object' || principal === null) return principal === '*'
  return 'AWS' in principal && [principal.AWS].flat().includes('*')
}
