/** Finds the domain names of an API. They are requested once, and only if the endpoint of an API is disabled. */

export function customDomains<Page>({
  domains,
  namesIn,
  apisOf,
}: {
  readonly domains: () => AsyncIterable<Page>
  readonly namesIn: (page: Page) => readonly (string | undefined)[] | undefined
  /** Returns the IDs of the APIs behind a domain name. */
  readonly apisOf: (domain: string) => Promise<readonly (string | undefined)[]>
}): (apiId: string | undefined) => Promise<readonly string[]> {
  async function readAll() {
    const pages = await Array.fromAsync(domains())
    const names = pages.flatMap((page) => namesIn(page) ?? []).filter((name) => name !== undefined)
    return Promise.all(names.map(async (name) => ({ name, apis: new Set(await apisOf(name)) })))
  }
  let reading: ReturnType<typeof readAll> | null = null
  return async (apiId) => {
    reading ??= readAll()
    return (await reading).filter(({ apis }) => apis.has(apiId)).map(({ name }) => name)
  }
}
