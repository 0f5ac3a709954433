import { expect, it } from 'vitest'
import { DatabaseUnavailableError } from './database/database-unavailable.ts'
import { runIndependently } from './run-independently.ts'

/** Runs a task per error; without one, the task succeeds. Returns the finished tasks and the error. */
async function run(errors: readonly (Error | undefined)[]) {
  const finished: number[] = []
  const tasks = errors.map((error, index) => async () => {
    if (error) throw error
    finished.push(index)
  })
  const error = await runIndependently(tasks).catch((caught: unknown) => caught)
  return { finished, error }
}

it('runs all tasks in order', async () => {
  expect(await run([undefined, undefined])).toEqual({ finished: [0, 1], error: undefined })
})

it('runs the tasks after a failed one, and throws its error', async () => {
  const failure = new Error('failed')
  expect(await run([undefined, failure, undefined])).toEqual({ finished: [0, 2], error: failure })
})

it('throws the errors of several failed tasks together', async () => {
  const [first, second] = [new Error('first'), new Error('second')]
  const { finished, error } = await run([first, undefined, second])
  expect(finished).toEqual([1])
  expect(error).toBeInstanceOf(AggregateError)
  expect(error).toMatchObject({ errors: [first, second] })
})

it('stops at an outage', async () => {
  const outage = new DatabaseUnavailableError('connection refused')
  expect(await run([outage, undefined])).toEqual({ finished: [], error: outage })
})
