/** Reads the pages of operations without a paginator in the SDK. */

/** The property names of the page token in responses. */
type Answer = {
  readonly NextToken?: string | undefined
  readonly nextToken?: string | undefined
  readonly NextMarker?: string | undefined
  readonly position?: string | undefined
}

/** Requests further pages until a response has no token. */
export async function* tokenPages<Page extends Answer>(
  read: (token: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let token: string | undefined
  do {
    const page = await read(token)
    yield page
    token = page.NextToken ?? page.nextToken ?? page.NextMarker ?? page.position
  } while (token !== undefined && token !== '')
}
