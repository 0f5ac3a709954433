/** The states of a form that one can go back to and forward again. States share what did not change: nothing is copied. */

/** Steps beyond this are forgotten, the oldest first. */
const STEPS_MAX = 100

/** What a step did, for whoever has to follow it: `path` is the place of the change, none if it was everywhere. */
export type StepNote = { path?: string }

type Step<State, Note> = { id: number; state: State; note: Note; isTyping: boolean }

/** A state that was gone to, and what the step did that was undone or redone. */
export type Arrival<State, Note> = { state: State; note: Note }

export type UndoHistory<State, Note> = ReturnType<typeof createUndoHistory<State, Note>>

/** `isSame` tells whether a step did nothing in the end, by the states on both sides of it: it is passed over. */
export function createUndoHistory<State, Note = StepNote>(isSame: (state: State, other: State, note: Note) => boolean) {
  let past: Step<State, Note>[] = []
  let future: Step<State, Note>[] = []
  let isOpen = false
  let lastId = 0

  function go(from: Step<State, Note>[], to: Step<State, Note>[], current: State): Arrival<State, Note> | undefined {
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

    /** Identifies the step that `undo` takes back; `undefined` if there is none. */
    lastStep: (): number | undefined => past.at(-1)?.id,

    /** Records the state before a change. What is typed in one go becomes one step, until `close` is called. */
    record(before: State, note: Note, isTyping = false): void {
      future = []
      const isContinued = isOpen && isTyping && past.at(-1)?.isTyping === true
      isOpen = isTyping
      if (isContinued) return
      lastId += 1
      past = [...past.slice(1 - STEPS_MAX), { id: lastId, state: before, note, isTyping }]
    },

    /** Ends a step of typing: what is typed from now on is another one. */
    close(): void {
      isOpen = false
    },

    /** Takes the current state. Returns the one before the last step; `undefined` if there is none. */
    undo: (current: State) => go(past, future, current),
    redo: (current: State) => go(future, past, current),

    /** Changes every state, such as to the version that a save has made. */
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
