/** Identifies a resource in a scan. */
export type ResourceKey = { readonly type: string; readonly id: string }
