/** Shortest orthogonal paths over a grid of lines, from one point to all others, with a price for every bend. */

export type PathGrid = {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** Price of going from one point of the grid to its neighbour; `Infinity` where that is not allowed. */
  price(from: number, to: number, vertical: boolean): number
}

const bendPrice = 60

/**
 * Points are numbered row by row: `row * xs.length + column`. The answer holds the points to `target`, `null` if out of
 * reach. Searches only as far as it is asked, so the prices must stay as they are until the last question.
 */
export function shortestPaths(grid: PathGrid, start: number): (target: number) => readonly number[] | null {
  const columns = grid.xs.length
  const rows = grid.ys.length
  const stateCount = columns * rows * 2
  const costs = new Float64Array(stateCount).fill(Infinity)
  const previous = new Int32Array(stateCount).fill(-1)
  const queue = priorityQueue()
  for (const state of [start * 2, start * 2 + 1]) {
    costs[state] = 0
    queue.push(0, state)
  }
  const visit = (state: number, cost: number, neighbour: number, vertical: boolean): void => {
    const point = state >> 1
    const bend = (state & 1) === (vertical ? 1 : 0) ? 0 : bendPrice
    const total = cost + bend + grid.price(point, neighbour, vertical)
    const next = neighbour * 2 + (vertical ? 1 : 0)
    if (total >= (costs[next] ?? 0)) return
    costs[next] = total
    previous[next] = state
    queue.push(total, next)
  }
  /** By point: the state by which it was reached first, which is the cheaper of its two. */
  const reached = new Int32Array(columns * rows).fill(-1)
  const reach = (target: number): number => {
    while (reached[target] === -1) {
      const entry = queue.pop()
      if (entry === null) return -1
      const { cost, state } = entry
      if (cost > (costs[state] ?? 0)) continue
      const point = state >> 1
      if (reached[point] === -1) reached[point] = state
      const column = point % columns
      const row = (point - column) / columns
      if (row > 0) visit(state, cost, point - columns, true)
      if (row < rows - 1) visit(state, cost, point + columns, true)
      if (column > 0) visit(state, cost, point - 1, false)
      if (column < columns - 1) visit(state, cost, point + 1, false)
    }
    return reached[target] ?? -1
  }
  return (target) => {
    const end = reach(target)
    if (end === -1) return null
    const points: number[] = []
    for (let state = end; state >= 0; state = previous[state] ?? -1) points.push(state >> 1)
    return points.toReversed()
  }
}

type Entry = { readonly cost: number; readonly state: number }

/** A binary heap; entries of equal cost leave in the order of their states, so that paths never depend on chance. */
function priorityQueue(): { push(cost: number, state: number): void; pop(): Entry | null } {
  const heap: Entry[] = []
  const before = (left: Entry, right: Entry): boolean =>
    left.cost < right.cost || (left.cost === right.cost && left.state < right.state)
  return {
    push(cost, state) {
      const entry = { cost, state }
      let position = heap.length
      heap.push(entry)
      while (position > 0) {
        const above = (position - 1) >> 1
        const parent = heap[above] as Entry
        if (!before(entry, parent)) break
        heap[position] = parent
        position = above
      }
      heap[position] = entry
    },
    pop() {
      const top = heap[0]
      const last = heap.pop()
      if (top === undefined || last === undefined) return null
      if (heap.length === 0) return top
      let position = 0
      for (;;) {
        let below = 2 * position + 1
        if (below >= heap.length) break
        if (below + 1 < heap.length && before(heap[below + 1] as Entry, heap[below] as Entry)) below += 1
        if (!before(heap[below] as Entry, last)) break
        heap[position] = heap[below] as Entry
        position = below
      }
      heap[position] = last
      return top
    },
  }
}
