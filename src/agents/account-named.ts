/** Finds an account connection by what people call it. */
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { PagePosition } from '../store/page.ts'
import type { Tenant } from '../store/store.ts'

const atOnce = 100

/** By connection ID, AWS account ID, or alias. The newest if several have the account ID. */
export async function accountNamed({ accounts }: Tenant, name: string): Promise<ConnectionRecord | null> {
  const id = name.toLowerCase()
  let after: PagePosition | null = null
  for (;;) {
    const { items, hasMore } = await accounts.list({ limit: atOnce, after })
    const found = items.find((each) => each.id === id || each.accountNumber === name || each.alias === name)
    if (found !== undefined) return found
    after = items.at(-1) ?? null
    if (!hasMore || after === null) return null
  }
}
