/** Long-running work yields once it has used this time; only the step in progress can exceed it. */
const SLICE_MS = 2

/** When one of these functions was first called in this turn of the event loop; `undefined` if none was. */
let turnStartedAt: number | undefined
/** Tasks that wait for a later turn, first in, first out. */
const waiting: (() => void)[] = []

/**
 * Resolves when the next step of long-running work may begin: immediately, or in a later turn if this one has used up
 * its time slice. Await it between synchronous steps, such as iterations of a loop and statements of an in-process
 * database.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (turnStartedAt === undefined) beginTurn()
  else if (performance.now() - turnStartedAt >= SLICE_MS) await waitForNextTurn()
}

/** Iterates over items as `for await`, with `yieldToEventLoop` before each: the way to write a long loop. */
export async function* eachInTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item, void> {
  for (const item of items) {
    await yieldToEventLoop()
    yield item
  }
}

/** Resolves in a later turn. Await it before a long synchronous step, which would otherwise prolong this turn. */
export async function waitForNextTurn(): Promise<void> {
  if (turnStartedAt === undefined) beginTurn()
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function beginTurn(): void {
  turnStartedAt = performance.now()
  setImmediate(endTurn)
}

/** Gives the next turn to the task that has waited longest; otherwise concurrent tasks would share a turn. */
function endTurn(): void {
  turnStartedAt = undefined
  const next = waiting.shift()
  if (!next) return
  beginTurn()
  next()
}
