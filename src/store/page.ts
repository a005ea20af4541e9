/** Keyset pages: newest first, ties broken by id. */

/** The last row of the page before. */
export type PagePosition = { readonly createdAt: Date; readonly id: string }

export type PageRequest = { readonly limit: number; readonly after: PagePosition | null }

export type Page<Item> = { readonly items: readonly Item[]; readonly hasMore: boolean }
