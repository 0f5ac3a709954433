/** The undo and redo states of a form. States share what didn't change: nothing is copied. */

/** Steps beyond this number are dropped, oldest first. */
const STEPS_MAX = 100

/** Where a step changed something: `path` is the place of the change, absent if it was everywhere. */
export type StepNote = { path?: string }

type Step<State, Note> = { id: number; state: State; note: Note; isTyping: boolean }

/** The state that undo or redo arrives at, and the note of the step that was undone or redone. */
export type Arrival<State, Note> = { state: State; note: Note }

export type UndoHistory<State, Note> = ReturnType<typeof createUndoHistory<State, Note>>

/** `isSame` decides by the states before and after a step whether it had no net effect: it is then skipped. */
export function createUndoHistory<State, Note = StepNote>(isSame: (state: State, other: State, note: Note) => boolean) {
  let past: Step<State, Note>[] = []
  let future: Step<State, Note>[] = []
  let isOpen = false
  let lastId = 0

  function move(from: Step<State, Note>[], to: Step<State, Note>[], current: State): Arrival<State, Note> | undefined {
    isOpen = false
    for (let step = from.pop(); step; step = from.pop()) {
      if (isSame(step.state, current, step.note)) continue
      to.push({ id: step.id, state: current, note: step.note, isTyping: false })
      return { state: step.state, note: step.note }
    }
    return undefined
  }

  return {
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,

    /** Identifies the step that `undo` reverts; `undefined` if there is none. */
    lastStep: (): number | undefined => past.at(-1)?.id,

    /** Records the state before a change. Continuous typing becomes one step, until `close` is called. */
    record(before: State, note: Note, isTyping = false): void {
      future = []
      const isContinued = isOpen && isTyping && past.at(-1)?.isTyping === true
      isOpen = isTyping
      if (isContinued) return
      lastId += 1
      past = [...past.slice(1 - STEPS_MAX), { id: lastId, state: before, note, isTyping }]
    },

    /** Ends a step of typing: further typing is another step. */
    close(): void {
      isOpen = false
    },

    /** Takes the current state. Returns the one before the last step; `undefined` if there is none. */
    undo: (current: State) => move(past, future, current),
    redo: (current: State) => move(future, past, current),

    /** Maps every state, for example to the version that a save has created. */
    mapStates(change: (state: State) => State): void {
      const changeStep = (step: Step<State, Note>) => ({ ...step, state: change(step.state) })
      past = past.map(changeStep)
      future = future.map(changeStep)
    },

    clear(): void {
      past = []
      future = []
      isOpen = false
    },
  }
}
