/** What a saved view shows of its diagram, as the API names it. */

export type SavedOptions = {
  readonly focus?: string
  readonly depth?: number
  readonly tags?: string
  readonly types?: string
  readonly groupBy?: string
  readonly collapse?: string
  readonly direction?: 'down' | 'right'
  readonly hide?: readonly string[]
  readonly fold?: readonly string[]
  readonly compare?: string
}
