/** Pages of the operations that the SDK has no paginator for. */

/** The names under which services put it. */
type Answer = {
  readonly NextToken?: string | undefined
  readonly nextToken?: string | undefined
  readonly NextMarker?: string | undefined
}

/** Reads on as long as an answer carries a token. */
export async function* tokenPages<Page extends Answer>(
  read: (token: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let token: string | undefined
  do {
    const page = await read(token)
    yield page
    token = page.NextToken ?? page.nextToken ?? page.NextMarker
  } while (token !== undefined && token !== '')
}
