import { setImmediate as nextTurn } from 'node:timers/promises'

/** Others wait no longer than this, and for the one step that goes beyond it. */
const SLICE_MS = 20

/** Returns a function to be awaited between the steps of long work: it lets others have their turn when it is time. */
export function createTurns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < SLICE_MS) return
    await nextTurn()
    began = performance.now()
  }
}

/** When work that goes through `awaitTurn` first began in this turn. */
let turnBegan: number | undefined

/**
 * Returns when a step may begin: at once, or in the next turn if this one has lasted long enough, whoever's work that
 * was. For steps that are awaited, but done before anybody else has a turn.
 */
export async function awaitTurn(): Promise<void> {
  while (turnBegan !== undefined && performance.now() - turnBegan >= SLICE_MS) await nextTurn()
  if (turnBegan !== undefined) return
  turnBegan = performance.now()
  setImmediate(() => {
    turnBegan = undefined
  })
}
