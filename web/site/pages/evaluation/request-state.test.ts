import { expect, it } from 'vitest'
import { fail, INITIAL_STATE, type RequestState, request, resume, succeed } from './request-state.ts'

type State = RequestState<number, string>
/** A number stands for a request with that input. */
type Step = number | 'succeed' | 'fail' | 'resume'

/** Runs the steps. Returns the inputs that were sent, and the final state. */
function run(steps: readonly Step[]) {
  const inputs: number[] = []
  let state: State = INITIAL_STATE
  for (const step of steps) {
    const previousState = state
    if (typeof step === 'number') state = request(state, step, Object.is)
    else if (step === 'succeed') state = succeed(state, `output ${state.sentInput}`)
    else state = step === 'fail' ? fail(state) : resume(state)
    if (state.phase === 'loading' && previousState.phase !== 'loading' && state.sentInput !== undefined)
      inputs.push(state.sentInput)
  }
  return { inputs, phase: state.phase, output: state.result?.output, hasFailed: state.hasFailed }
}

it.each<[string, Step[], ReturnType<typeof run>]>([
  ['sends nothing by itself', [], { inputs: [], phase: 'idle', output: undefined, hasFailed: false }],
  ['sends the first input immediately', [1], { inputs: [1], phase: 'loading', output: undefined, hasFailed: false }],
  ['pauses after a reply', [1, 'succeed'], { inputs: [1], phase: 'pausing', output: 'output 1', hasFailed: false }],
  [
    'is idle after the pause',
    [1, 'succeed', 'resume'],
    { inputs: [1], phase: 'idle', output: 'output 1', hasFailed: false },
  ],
  ['sends one request at a time', [1, 2, 3, 4], { inputs: [1], phase: 'loading', output: undefined, hasFailed: false }],
  [
    'sends only the latest of the inputs during a request',
    [1, 2, 3, 4, 'succeed', 'resume', 'succeed', 'resume'],
    { inputs: [1, 4], phase: 'idle', output: 'output 4', hasFailed: false },
  ],
  [
    'delays input during the pause until its end',
    [1, 'succeed', 2],
    { inputs: [1], phase: 'pausing', output: 'output 1', hasFailed: false },
  ],
  [
    'sends delayed input after the pause',
    [1, 'succeed', 2, 'resume', 'succeed'],
    { inputs: [1, 2], phase: 'pausing', output: 'output 2', hasFailed: false },
  ],
  [
    'sends nothing more if the input is reverted while loading',
    [1, 2, 1, 'succeed', 'resume'],
    { inputs: [1], phase: 'idle', output: 'output 1', hasFailed: false },
  ],
  [
    'sends nothing more if the input is reverted during the pause',
    [1, 'succeed', 2, 1, 'resume'],
    { inputs: [1], phase: 'idle', output: 'output 1', hasFailed: false },
  ],
  ['records a failure', [1, 'fail'], { inputs: [1], phase: 'pausing', output: undefined, hasFailed: true }],
  [
    'retains the earlier output after a failure',
    [1, 'succeed', 'resume', 2, 'fail', 'resume'],
    { inputs: [1, 2], phase: 'idle', output: 'output 1', hasFailed: true },
  ],
  [
    'ignores a failure if there is newer input',
    [1, 2, 'fail', 'resume'],
    { inputs: [1, 2], phase: 'loading', output: undefined, hasFailed: false },
  ],
  [
    'sends the same input again after it failed',
    [1, 'fail', 1, 'resume', 'succeed'],
    { inputs: [1, 1], phase: 'pausing', output: 'output 1', hasFailed: false },
  ],
  [
    'clears a failure with the next output',
    [1, 'fail', 'resume', 2, 'succeed'],
    { inputs: [1, 2], phase: 'pausing', output: 'output 2', hasFailed: false },
  ],
  ['ignores replies without a request', ['succeed', 'fail', 'resume'], run([])],
  ['ignores a second reply to the same request', [1, 'succeed', 'fail'], run([1, 'succeed'])],
])('%s', (_, steps, outcome) => {
  expect(run(steps)).toEqual(outcome)
})
