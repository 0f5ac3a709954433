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
