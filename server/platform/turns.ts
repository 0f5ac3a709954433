/** Others wait no longer than this, and for the one step that goes beyond it. */
const SLICE_MS = 10

/** When work that goes through `awaitTurn` first began in this turn. */
let turnBegan: number | undefined
/** Those that this turn had no room for, in their order. */
const waiting: (() => void)[] = []

/**
 * Returns when a step of long work may begin: at once, or in a later turn if this one has lasted long enough, whoever's
 * work that was. Await it between steps that are done before anybody else has a turn: loops, and statements of a
 * database in the process.
 */
export async function awaitTurn(): Promise<void> {
  if (turnBegan === undefined) beginTurn()
  else if (performance.now() - turnBegan >= SLICE_MS) await new Promise<void>((resolve) => waiting.push(resolve))
}

function beginTurn(): void {
  turnBegan = performance.now()
  setImmediate(endTurn)
}

/** Passes the next turn to who has waited longest: two long works would each take a slice of the same one. */
function endTurn(): void {
  turnBegan = undefined
  const next = waiting.shift()
  if (!next) return
  beginTurn()
  next()
}
