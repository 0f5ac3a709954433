/**
 * The state of a throttle for requests that are triggered faster than they may be sent, such as by a slider. One
 * request is sent at a time, followed by a pause; of the inputs in between, only the newest is sent.
 *
 *   idle ──request──▶ loading ──succeed / fail──▶ pausing ──resume──▶ idle, or loading the newest
 */
export type RequestState<Input, Output> = {
  phase: 'idle' | 'loading' | 'pausing'
  /** The input that was sent last. */
  sentInput?: Input
  /** The input to send after the pause. */
  nextInput?: Input | undefined
  /** The newest output, and the input that it belongs to. */
  result?: { input: Input; output: Output }
  /** Whether the last request failed and none has succeeded since. */
  hasFailed: boolean
}

export const INITIAL_STATE = { phase: 'idle', hasFailed: false } as const

type IsSame<Input> = (a: Input, b: Input) => boolean

/** Sends an input, or queues it. An input that is being sent, or whose output was loaded last, isn't sent again. */
export function request<Input, Output>(
  state: RequestState<Input, Output>,
  input: Input,
  isSame: IsSame<Input>,
): RequestState<Input, Output> {
  if (state.phase === 'idle') return { ...state, phase: 'loading', sentInput: input }
  const isLoaded = !state.hasFailed && state.sentInput !== undefined && isSame(state.sentInput, input)
  return { ...state, nextInput: isLoaded ? undefined : input }
}

/** Records the output of the pending request; no effect if nothing is loading. */
export function succeed<Input, Output>(
  state: RequestState<Input, Output>,
  output: Output,
): RequestState<Input, Output> {
  if (state.phase !== 'loading' || state.sentInput === undefined) return state
  return { ...state, phase: 'pausing', result: { input: state.sentInput, output }, hasFailed: false }
}

/** Records a failure, which is ignored if a newer input is queued. No effect if nothing is loading. */
export function fail<Input, Output>(state: RequestState<Input, Output>): RequestState<Input, Output> {
  if (state.phase !== 'loading') return state
  return { ...state, phase: 'pausing', hasFailed: state.nextInput === undefined }
}

/** Ends the pause, and sends the queued input if there is one. */
export function resume<Input, Output>(state: RequestState<Input, Output>): RequestState<Input, Output> {
  if (state.phase !== 'pausing') return state
  if (state.nextInput === undefined) return { ...state, phase: 'idle' }
  return { ...state, phase: 'loading', sentInput: state.nextInput, nextInput: undefined }
}
