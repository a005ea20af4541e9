/** Pages of the operations that the SDK has no paginator for. */

type Answer = { readonly NextToken?: string | undefined }

/** Reads on as long as an answer carries a token. */
export async function* tokenPages<Page extends Answer>(
  read: (NextToken: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let token: string | undefined
  do {
    const page = await read(token)
    yield page
    token = page.NextToken
  } while (token !== undefined && token !== '')
}
