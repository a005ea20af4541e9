/**
 * Stores the identity that the SSO provider returned in the current request, because the sign-in library doesn't expose
 * rejected ones.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type VouchedPerson = { readonly subject: string; readonly email: string | null }

const requests = new AsyncLocalStorage<{ vouched: VouchedPerson | null }>()

export async function withVouchedPerson<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly vouched: VouchedPerson | null }> {
  const request: { vouched: VouchedPerson | null } = { vouched: null }
  const result = await requests.run(request, work)
  return { result, vouched: request.vouched }
}

/** Sets the identity of the current request. */
export function setVouchedPerson(person: VouchedPerson): void {
  const request = requests.getStore()
  if (request !== undefined) request.vouched = person
}
