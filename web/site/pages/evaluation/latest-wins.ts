/**
 * One question at a time, the last one wins. A slider asks faster than anybody may be asked: while a question is out,
 * or a pause after it lasts, only the newest of those that came is kept, and asked next.
 *
 *   idle ──want──▶ asking ──answered / failed──▶ resting ──rested──▶ idle, or asking what came meanwhile
 */
export type LatestWins<Question, Answer> = {
  phase: 'idle' | 'asking' | 'resting'
  /** The current question, or the last one. */
  question?: Question
  /** The question to send next. */
  next?: Question
  /** The newest answer, and what it answers. */
  result?: { question: Question; answer: Answer }
  /** Whether the last question failed and none has been answered since. */
  hasFailed: boolean
}

export const initial = { phase: 'idle', hasFailed: false } as const

type IsSame<Question> = (a: Question, b: Question) => boolean

/** Requests an answer. A question that is pending, or was just answered, isn't asked again. */
export function requestAnswer<Q, A>(state: LatestWins<Q, A>, question: Q, isSame: IsSame<Q>): LatestWins<Q, A> {
  if (state.phase === 'idle') return { ...state, phase: 'asking', question }
  const isKnown = !state.hasFailed && state.question !== undefined && isSame(state.question, question)
  return { ...state, next: isKnown ? undefined : question }
}

export function receiveAnswer<Q, A>(state: LatestWins<Q, A>, answer: A): LatestWins<Q, A> {
  if (state.phase !== 'asking' || state.question === undefined) return state
  return { ...state, phase: 'resting', result: { question: state.question, answer }, hasFailed: false }
}

/** Records a failure, unless a newer question is waiting to be asked. */
export function failed<Q, A>(state: LatestWins<Q, A>): LatestWins<Q, A> {
  if (state.phase !== 'asking') return state
  return { ...state, phase: 'resting', hasFailed: state.next === undefined }
}

export function rest<Q, A>(state: LatestWins<Q, A>): LatestWins<Q, A> {
  if (state.phase !== 'resting') return state
  if (state.next === undefined) return { ...state, phase: 'idle' }
  return { ...state, phase: 'asking', question: state.next, next: undefined }
}
