/** The undo and redo steps of a form. States are stored by reference: immutable updates share what didn't change. */

/** Steps beyond this number are dropped, oldest first. */
const MAX_STEPS = 100

/** Describes a step. `path` is the path of the changed value; absent if the entire value was replaced. */
export type StepMetadata = { path?: string }

/** `state` is the state before the step. */
type Step<State, Metadata> = { id: number; state: State; metadata: Metadata; isTyping: boolean }

/** The state after an undo or redo, and the metadata of the step that was undone or redone. */
export type UndoResult<State, Metadata> = { state: State; metadata: Metadata }

/**
 * Creates an undo history. `isSame` returns whether the states before and after a step are equal; undo and redo skip
 * such steps.
 */
export function createUndoHistory<State, Metadata = StepMetadata>(
  isSame: (before: State, after: State, metadata: Metadata) => boolean,
) {
  let past: Step<State, Metadata>[] = []
  let future: Step<State, Metadata>[] = []
  /** Whether further typing extends the last step. */
  let isStepOpen = false
  let lastId = 0

  function move(
    from: Step<State, Metadata>[],
    to: Step<State, Metadata>[],
    current: State,
  ): UndoResult<State, Metadata> | undefined {
    isStepOpen = false
    for (let step = from.pop(); step; step = from.pop()) {
      if (isSame(step.state, current, step.metadata)) continue
      to.push({ id: step.id, state: current, metadata: step.metadata, isTyping: false })
      return { state: step.state, metadata: step.metadata }
    }
    return undefined
  }

  return {
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,

    /** Returns the id of the step that `undo` would revert; `undefined` if there is none. */
    getLastStepId: (): number | undefined => past.at(-1)?.id,

    /** Records the state before a change. Continuous typing is one step until `endStep` is called. */
    record(before: State, metadata: Metadata, isTyping = false): void {
      future = []
      const isContinued = isStepOpen && isTyping && past.at(-1)?.isTyping === true
      isStepOpen = isTyping
      if (isContinued) return
      lastId += 1
      past = [...past.slice(1 - MAX_STEPS), { id: lastId, state: before, metadata, isTyping }]
    },

    /** Ends the current step of typing: further typing is another step. */
    endStep(): void {
      isStepOpen = false
    },

    /** Returns the state before the last step, given the current one; `undefined` if there is none. */
    undo: (current: State) => move(past, future, current),
    redo: (current: State) => move(future, past, current),

    /** Maps every state, for example to the version that a save has created. */
    mapStates(change: (state: State) => State): void {
      const changeStep = (step: Step<State, Metadata>) => ({ ...step, state: change(step.state) })
      past = past.map(changeStep)
      future = future.map(changeStep)
    },

    clear(): void {
      past = []
      future = []
      isStepOpen = false
    },
  }
}
