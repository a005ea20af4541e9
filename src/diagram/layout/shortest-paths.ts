/** Shortest orthogonal paths on a grid, from one point to all others, with a cost for every bend. */
import type { Rectangle } from '../diagram.ts'

export type PathGrid = {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** Cost of the step between two neighboring points of the grid. `Infinity` if it isn't allowed. */
  price(from: number, to: number, vertical: boolean, lengthPx: number): number
}

const bendPrice = 60

/** An offset that makes room for 0, because the state before a root is -1. */
const reachedFrom = 2
/** Which of the two states of a point was settled first. */
const settledFirst = 1
const settledLater = 2

/**
 * A point and how it was reached: `point * 2`, plus 1 if the step to it was vertical. Points are numbered row by row.
 */
export type State = number

/** Where paths can start, with the cost so far and the previous state. -1 for the root. */
export type Seed = { readonly state: State; readonly previous: State; readonly cost: number }

export type Goal = {
  /** Contains all requested points. */
  readonly area: Rectangle
  /** Paths stay within this area. */
  readonly window: Rectangle
}

export type Path = { readonly states: readonly State[]; readonly cost: number }

/**
 * Returns a function that gives the path from the root to the point `target`, or `null` if it is out of reach. It
 * searches towards the goal and only as far as requested, so prices must not change until the last call. A pixel costs
 * at least 1, except between seeds.
 */
export function shortestPaths(
  grid: PathGrid,
  seeds: readonly Seed[],
  { area, window }: Goal,
): (target: number) => Path | null {
  const { xs, ys } = grid
  const columns = xs.length
  const stateCount = columns * ys.length * 2
  // Zero-filled memory isn't allocated until used, and most of it never is.
  const costs = new Float64Array(stateCount)
  /** The previous state plus `reachedFrom`. 0 if the search hasn't reached it. */
  const previous = new Int32Array(stateCount)
  const settled = new Uint8Array(stateCount)
  const queue = priorityQueue()
  const aheadX = xs.map((x) => distanceTo(x, area.x, area.width))
  const aheadY = ys.map((y) => distanceTo(y, area.y, area.height))
  const isInX = xs.map((x) => distanceTo(x, window.x, window.width) === 0)
  const isInY = ys.map((y) => distanceTo(y, window.y, window.height) === 0)
  for (const { state, previous: before, cost } of seeds) {
    const column = (state >> 1) % columns
    const row = ((state >> 1) - column) / columns
    costs[state] = cost
    previous[state] = before + reachedFrom
    queue.push(cost + (aheadX[column] as number) + (aheadY[row] as number), state)
  }
  const visit = (state: State, next: State, column: number, row: number, lengthPx: number): void => {
    if (!isInX[column] || !isInY[row] || settled[next] !== 0) return
    const before = (costs[state] as number) + bendBetween(state, next)
    const known = previous[next] === 0 ? Infinity : (costs[next] as number)
    if (before >= known) return
    const total = before + grid.price(state >> 1, next >> 1, (next & 1) === 1, lengthPx)
    if (total >= known) return
    costs[next] = total
    previous[next] = state + reachedFrom
    queue.push(total + (aheadX[column] as number) + (aheadY[row] as number), next)
  }
  const settle = (state: State): void => {
    settled[state] = settled[state ^ 1] === 0 ? settledFirst : settledLater
    const point = state >> 1
    const column = point % columns
    const row = (point - column) / columns
    const [x, y] = [xs[column] as number, ys[row] as number]
    if (row > 0) visit(state, (point - columns) * 2 + 1, column, row - 1, y - (ys[row - 1] as number))
    if (row < ys.length - 1) visit(state, (point + columns) * 2 + 1, column, row + 1, (ys[row + 1] as number) - y)
    if (column > 0) visit(state, (point - 1) * 2, column - 1, row, x - (xs[column - 1] as number))
    if (column < columns - 1) visit(state, (point + 1) * 2, column + 1, row, (xs[column + 1] as number) - x)
  }
  /** The state that reached the point first, which is the cheaper one. */
  const reach = (target: number): State => {
    for (;;) {
      if (settled[target * 2] === settledFirst) return target * 2
      if (settled[target * 2 + 1] === settledFirst) return target * 2 + 1
      const state = queue.pop()
      if (state === -1) return -1
      if (settled[state] === 0) settle(state)
    }
  }
  return (target) => {
    const end = reach(target)
    if (end === -1) return null
    const states: State[] = []
    for (let state = end; state >= 0; state = (previous[state] as number) - reachedFrom) states.push(state)
    return { states: states.toReversed(), cost: costs[end] as number }
  }
}

/** The states of a path as seeds of the next search. Their cost so far is lower than a new path. */
export function seedsAlong(grid: PathGrid, states: readonly State[]): readonly Seed[] {
  let cost = 0
  return states.map((state, position): Seed => {
    const before = states[position - 1]
    if (before === undefined) return { state, previous: -1, cost }
    cost += bendBetween(before, state) + stepPrice(grid, before >> 1, state)
    return { state, previous: before, cost }
  })
}

function stepPrice(grid: PathGrid, from: number, state: State): number {
  const { xs, ys } = grid
  const to = state >> 1
  const vertical = (state & 1) === 1
  const lengthPx = vertical
    ? (ys[Math.floor(to / xs.length)] as number) - (ys[Math.floor(from / xs.length)] as number)
    : (xs[to % xs.length] as number) - (xs[from % xs.length] as number)
  return grid.price(from, to, vertical, Math.abs(lengthPx))
}

function bendBetween(state: State, next: State): number {
  return (state & 1) === (next & 1) ? 0 : bendPrice
}

function distanceTo(value: number, start: number, length: number): number {
  return Math.max(0, start - value, value - start - length)
}

/** A binary heap. Entries of equal cost leave in the order of their states, so that paths are deterministic. */
function priorityQueue(): { push(cost: number, state: State): void; pop(): State } {
  // Two arrays of numbers, because a search creates and drops hundreds of thousands of entries.
  const costs: number[] = []
  const states: State[] = []
  return {
    push(cost, state) {
      let position = costs.length
      costs.push(cost)
      states.push(state)
      while (position > 0) {
        const above = (position - 1) >> 1
        const costAbove = costs[above] as number
        if (costAbove < cost || (costAbove === cost && (states[above] as State) <= state)) break
        costs[position] = costAbove
        states[position] = states[above] as State
        position = above
      }
      costs[position] = cost
      states[position] = state
    },
    /** -1 if it is empty. */
    pop() {
      const cost = costs.pop()
      const state = states.pop()
      if (cost === undefined || state === undefined) return -1
      const length = costs.length
      if (length === 0) return state
      const top = states[0] as State
      let position = 0
      for (;;) {
        let below = 2 * position + 1
        if (below >= length) break
        let costBelow = costs[below] as number
        if (below + 1 < length) {
          const costBeside = costs[below + 1] as number
          if (
            costBeside < costBelow ||
            (costBeside === costBelow && (states[below + 1] as State) < (states[below] as State))
          ) {
            below += 1
            costBelow = costBeside
          }
        }
        if (costBelow > cost || (costBelow === cost && (states[below] as State) >= state)) break
        costs[position] = costBelow
        states[position] = states[below] as State
        position = below
      }
      costs[position] = cost
      states[position] = state
      return top
    },
  }
}
