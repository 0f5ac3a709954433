import { expect, it } from 'vitest'
import { failed, initial, type LatestWins, receiveAnswer, requestAnswer, rest } from './latest-wins.ts'

type State = LatestWins<number, string>
type Step = number | 'answer' | 'fail' | 'rest'

/** A number is a question; an answer is the question in words. Returns every question that was asked, and the end. */
function run(steps: readonly Step[]) {
  const questions: number[] = []
  let state: State = initial
  for (const step of steps) {
    const before = state
    if (typeof step === 'number') state = requestAnswer(state, step, Object.is)
    else if (step === 'answer') state = receiveAnswer(state, `of ${state.question}`)
    else state = step === 'fail' ? failed(state) : rest(state)
    if (state.phase === 'asking' && before.phase !== 'asking' && state.question !== undefined)
      questions.push(state.question)
  }
  return { question: questions, phase: state.phase, shown: state.result?.answer, hasFailed: state.hasFailed }
}

it.each<[string, Step[], ReturnType<typeof run>]>([
  ['nothing is asked by itself', [], { question: [], phase: 'idle', shown: undefined, hasFailed: false }],
  ['the first question goes at once', [1], { question: [1], phase: 'asking', shown: undefined, hasFailed: false }],
  [
    'its answer is shown, then comes a pause',
    [1, 'answer'],
    { question: [1], phase: 'resting', shown: 'of 1', hasFailed: false },
  ],
  [
    'after the pause it is idle',
    [1, 'answer', 'rest'],
    { question: [1], phase: 'idle', shown: 'of 1', hasFailed: false },
  ],
  ['one at a time', [1, 2, 3, 4], { question: [1], phase: 'asking', shown: undefined, hasFailed: false }],
  [
    'of those that came meanwhile only the last is asked',
    [1, 2, 3, 4, 'answer', 'rest', 'answer', 'rest'],
    { question: [1, 4], phase: 'idle', shown: 'of 4', hasFailed: false },
  ],
  [
    'one that comes in the pause waits for its end',
    [1, 'answer', 2],
    { question: [1], phase: 'resting', shown: 'of 1', hasFailed: false },
  ],
  [
    'and is asked then',
    [1, 'answer', 2, 'rest', 'answer'],
    { question: [1, 2], phase: 'resting', shown: 'of 2', hasFailed: false },
  ],
  [
    'there and back again while asking: nothing more to ask',
    [1, 2, 1, 'answer', 'rest'],
    { question: [1], phase: 'idle', shown: 'of 1', hasFailed: false },
  ],
  [
    'there and back again in the pause: nothing more to ask',
    [1, 'answer', 2, 1, 'rest'],
    { question: [1], phase: 'idle', shown: 'of 1', hasFailed: false },
  ],
  ['a failure is told', [1, 'fail'], { question: [1], phase: 'resting', shown: undefined, hasFailed: true }],
  [
    'a failure keeps the answer before it',
    [1, 'answer', 'rest', 2, 'fail', 'rest'],
    { question: [1, 2], phase: 'idle', shown: 'of 1', hasFailed: true },
  ],
  [
    'a failure is no matter where something newer waits',
    [1, 2, 'fail', 'rest'],
    { question: [1, 2], phase: 'asking', shown: undefined, hasFailed: false },
  ],
  [
    'the same question may be asked again after it failed',
    [1, 'fail', 1, 'rest', 'answer'],
    { question: [1, 1], phase: 'resting', shown: 'of 1', hasFailed: false },
  ],
  [
    'an answer ends a failure',
    [1, 'fail', 'rest', 2, 'answer'],
    { question: [1, 2], phase: 'resting', shown: 'of 2', hasFailed: false },
  ],
  ['what nobody asked for changes nothing', ['answer', 'fail', 'rest'], run([])],
  ['an answer that comes twice counts once', [1, 'answer', 'fail'], run([1, 'answer'])],
])('%s', (_, steps, outcome) => {
  expect(run(steps)).toEqual(outcome)
})
