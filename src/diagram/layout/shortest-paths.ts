/** Shortest orthogonal paths over a grid of lines, from one point to all others, with a price for every bend. */
import type { Rectangle } from '../diagram.ts'

export type PathGrid = {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** Price of going from one point of the grid to its neighbour; `Infinity` where that is not allowed. */
  price(from: number, to: number, vertical: boolean): number
}

const bendPrice = 60

/** A point as it is reached: `point * 2`, one more where the way there is vertical. Points are numbered row by row. */
export type State = number

/** Where paths may begin, with what it costs to be there and the state before it; -1 for the root. */
export type Seed = { readonly state: State; readonly previous: State; readonly cost: number }

export type Goal = {
  /** Holds all points that will be asked for. */
  readonly area: Rectangle
  /** What paths stay within. */
  readonly window: Rectangle
}

/**
 * The answer holds the states from the root to the point `target`, `null` if out of reach. Searches towards the goal, and only as
 * far as it is asked, so the prices must stay as they are until the last question. A pixel costs at least 1, but between seeds.
 */
export function shortestPaths(
  grid: PathGrid,
  seeds: readonly Seed[],
  { area, window }: Goal,
): (target: number) => readonly State[] | null {
  const columns = grid.xs.length
  const rows = grid.ys.length
  const stateCount = columns * rows * 2
  const costs = new Float64Array(stateCount).fill(Infinity)
  const previous = new Int32Array(stateCount).fill(-1)
  const done = new Uint8Array(stateCount)
  const queue = priorityQueue()
  const aheadX = Float64Array.from(grid.xs, (x) => distanceTo(x, area.x, area.width))
  const aheadY = Float64Array.from(grid.ys, (y) => distanceTo(y, area.y, area.height))
  const isInX = Uint8Array.from(grid.xs, (x) => (distanceTo(x, window.x, window.width) === 0 ? 1 : 0))
  const isInY = Uint8Array.from(grid.ys, (y) => (distanceTo(y, window.y, window.height) === 0 ? 1 : 0))
  for (const { state, previous: before, cost } of seeds) {
    const column = (state >> 1) % columns
    const row = ((state >> 1) - column) / columns
    costs[state] = cost
    previous[state] = before
    queue.push(cost + (aheadX[column] as number) + (aheadY[row] as number), state)
  }
  const visit = (state: State, neighbour: number, column: number, row: number, vertical: boolean): void => {
    if (isInX[column] === 0 || isInY[row] === 0) return
    const next = neighbour * 2 + (vertical ? 1 : 0)
    if (done[next] === 1) return
    const total = (costs[state] as number) + bendBetween(state, next) + grid.price(state >> 1, neighbour, vertical)
    if (total >= (costs[next] as number)) return
    costs[next] = total
    previous[next] = state
    queue.push(total + (aheadX[column] as number) + (aheadY[row] as number), next)
  }
  /** By point: the state by which it was reached first, which is the cheaper of its two. */
  const reached = new Int32Array(columns * rows).fill(-1)
  const reach = (target: number): State => {
    while (reached[target] === -1) {
      const entry = queue.pop()
      if (entry === null) return -1
      const { state } = entry
      if (done[state] === 1) continue
      done[state] = 1
      const point = state >> 1
      if (reached[point] === -1) reached[point] = state
      const column = point % columns
      const row = (point - column) / columns
      if (row > 0) visit(state, point - columns, column, row - 1, true)
      if (row < rows - 1) visit(state, point + columns, column, row + 1, true)
      if (column > 0) visit(state, point - 1, column - 1, row, false)
      if (column < columns - 1) visit(state, point + 1, column + 1, row, false)
    }
    return reached[target] ?? -1
  }
  return (target) => {
    const end = reach(target)
    if (end === -1) return null
    const states: State[] = []
    for (let state = end; state >= 0; state = previous[state] ?? -1) states.push(state)
    return states.toReversed()
  }
}

/** The states of a path as seeds of the next search: whoever goes the same way pays what it costs by now. */
export function seedsAlong(grid: PathGrid, states: readonly State[]): readonly Seed[] {
  let cost = 0
  return states.map((state, position): Seed => {
    const before = states[position - 1]
    if (before === undefined) return { state, previous: -1, cost }
    cost += bendBetween(before, state) + grid.price(before >> 1, state >> 1, (state & 1) === 1)
    return { state, previous: before, cost }
  })
}

function bendBetween(state: State, next: State): number {
  return (state & 1) === (next & 1) ? 0 : bendPrice
}

function distanceTo(value: number, start: number, length: number): number {
  return Math.max(0, start - value, value - start - length)
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
